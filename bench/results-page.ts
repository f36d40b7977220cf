import { readFile, writeFile } from 'node:fs/promises';
import { machine } from './result.ts';

const PAGE = new URL('RESULTS.md', import.meta.url);

/** Puts the tables of a benchmark between its marks in RESULTS.md, with this machine, the day, and the aims that were missed. */
export async function writeResults(name: string, table: string, missed: readonly string[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const said = [
    `Measured on ${Temporal.Now.plainDateISO()}, ${machine()}.`,
    '',
    table,
    ...(missed.length === 0 ? [] : ['', 'Missed:', '', ...missed.map((aim) => `- ${aim}`)]),
  ].join('\n');
  await writeFile(PAGE, withResults(page, name, said));
}

/** The page with other text between the marks of a benchmark. */
export function withResults(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.slice(rest.indexOf(end));
  if (before === undefined || after?.startsWith(end) !== true)
    throw new Error(`RESULTS.md has no marks for ${name}`);
  return `${before}${start}${text}${after}`;
}
