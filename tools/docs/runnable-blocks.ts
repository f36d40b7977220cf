/** A code block of a Markdown document that `npm test` runs: an `sh` block, or a `js run` or `python run` block. */
export interface RunnableBlock {
  readonly document: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: 'sh' | 'js' | 'python';
  readonly text: string;
}

const RUN = new Map<string, RunnableBlock['language']>([
  ['sh', 'sh'],
  ['js run', 'js'],
  ['python run', 'python'],
]);

/** The runnable blocks of a Markdown text, in order. Throws if a fence is not closed. */
export function runnableBlocks(document: string, markdown: string): readonly RunnableBlock[] {
  const blocks: RunnableBlock[] = [];
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
