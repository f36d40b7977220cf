/** A fenced block of a Markdown document that is run: every `sh` block, and `js` and `python` blocks marked `run`. */
export interface ShBlock {
  readonly document: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: 'sh' | 'js' | 'python';
  readonly text: string;
}

const RUN = new Map<string, ShBlock['language']>([
  ['sh', 'sh'],
  ['js run', 'js'],
  ['python run', 'python'],
]);

/** The blocks of a Markdown text that are run, in its order. Throws when a fence is not closed. */
export function shBlocks(document: string, markdown: string): readonly ShBlock[] {
  const blocks: ShBlock[] = [];
  let open: { line: number; info: string; lines: string[] } | null = null;
  markdown.split('\n').forEach((text, index) => {
    const fence = /^\s*```(.*)/.exec(text);
    if (fence === null) open?.lines.push(text);
    else if (open === null) open = { line: index + 1, info: fence[1]?.trim() ?? '', lines: [] };
    else {
      const language = RUN.get(open.info);
      if (language !== undefined)
        blocks.push({ document, line: open.line, language, text: open.lines.join('\n') });
      open = null;
    }
  });
  if (open !== null) throw new Error(`${document}:${(open as { line: number }).line}: a fence is not closed`);
  return blocks;
}
