import { stripVTControlCharacters } from 'node:util';

/**
 * A code block of a Markdown document that `npm test` runs: an `sh` block, or a `js run` or `python run` block. A program that
 * runs until somebody stops it is marked `run loop`.
 */
export interface RunnableBlock {
  readonly document: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: 'sh' | 'js' | 'python';
  /** True if it must print something and go on, rather than end. */
  readonly isLoop: boolean;
  readonly text: string;
  /** Its output, by the `text output` block after it; null if there is none. */
  readonly output: string | null;
}

const OUTPUT = 'text output';

const RUN = new Map<string, RunnableBlock['language']>([
  ['sh', 'sh'],
  ['js run', 'js'],
  ['python run', 'python'],
  ['js run loop', 'js'],
  ['python run loop', 'python'],
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
      const block = open.lines.join('\n');
      const isLoop = open.info.endsWith(' loop');
      if (language !== undefined)
        blocks.push({ document, line: open.line, language, isLoop, text: block, output: null });
      else if (open.info === OUTPUT) {
        const last = blocks.pop();
        if (last === undefined) throw new Error(`${document}:${open.line}: output of no block`);
        blocks.push({ ...last, output: block });
      }
      open = null;
    }
  });
  if (open !== null) throw new Error(`${document}:${(open as { line: number }).line}: a fence is not closed`);
  return blocks;
}

/** Returns true if a text is the one that a guide shows: `…` stands for any text, and spaces at the ends of lines don't count. */
export function isShown(shown: string, printed: string): boolean {
  const plain = (text: string) =>
    stripVTControlCharacters(text)
      .replaceAll(/[ \t]+$/gm, '')
      .trim();
  const parts = plain(shown)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(plain(printed));
}
