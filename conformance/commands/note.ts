import type { JudgingFlags } from './arguments.ts';

/** Prints a note: on stderr if stdout is for JSON. */
export function note({ json = false }: Pick<JudgingFlags, 'json'>, text: string): void {
  if (json) console.error(text);
  else console.log(text);
}
