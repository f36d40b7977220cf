import { createHash } from 'node:crypto';

/** A sentence of the API description, which is no part of the project, by its place and a digest. */
export interface Sentence {
  /** Section and number of the list item, table row or paragraph; with several sentences also the sentence, as in `Behavior rules 1.2`. */
  readonly at: string;
  /** coverage.yaml keeps it, so that a changed sentence is noticed. */
  readonly digest: string;
}

/** Splits the description into its sentences. Headings, table heads and lines that only introduce a list promise nothing. */
export function sentencesOf(description: string): readonly Sentence[] {
  const lines = description.split('\n');
  const counts = new Map<string, number>();
  let section = '';
  return lines.flatMap((line, at) => {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const isTableHead = isTableRule(line) || isTableRule(lines[at + 1] ?? '');
    if (heading !== undefined || line.trim() === '' || isTableHead || /^\w[^.|]*:$/.test(line)) return [];
    const item = (counts.get(section) ?? 0) + 1;
    counts.set(section, item);
    const text = line.replace(/^\s*(-|\d+\.)\s/, '');
    const sentences = line.startsWith('|') ? [line] : text.split(/(?<=[.!?])\s+(?=[A-Z`])/);
    return sentences.map((sentence, index) => ({
      at: `${section} ${item}${sentences.length > 1 ? `.${index + 1}` : ''}`,
      digest: digestOf(sentence),
    }));
  });
}

/** The first 12 hex digits of the SHA-256 of a sentence, with each run of white space as one space. */
function digestOf(sentence: string): string {
  const text = sentence.trim().replace(/\s+/g, ' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function isTableRule(line: string): boolean {
  return /^\|[-|]+\|$/.test(line);
}
