/** A fenced `sh` block of a Markdown document. */
export interface ShBlock {
  readonly document: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** The `sh` blocks of a Markdown text, in its order. Throws when a fence is not closed. */
export function shBlocks(document: string, markdown: string): readonly ShBlock[] {
  const blocks: ShBlock[] = [];
  let open: { line: number; language: string; lines: string[] } | null = null;
  markdown.split('\n').forEach((text, index) => {
    const fence = /^\s*```(\S*)/.exec(text);
    if (fence === null) open?.lines.push(text);
    else if (open === null) open = { line: index + 1, language: fence[1] ?? '', lines: [] };
    else {
      if (open.language === 'sh') blocks.push({ document, line: open.line, text: open.lines.join('\n') });
      open = null;
    }
  });
  if (open !== null) throw new Error(`${document}:${(open as { line: number }).line}: a fence is not closed`);
  return blocks;
}
