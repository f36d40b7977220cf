import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What a line of the service description turns into. */
export interface CoveredLine {
  readonly line: number;
  readonly hash: string;
  readonly requirements?: readonly string[];
  readonly gaps?: readonly string[];
  readonly excluded?: string;
}

/** The lines of coverage.yaml. */
export const coverage: readonly CoveredLine[] = parse(
  readFileSync(new URL('./coverage.yaml', import.meta.url), 'utf8'),
);

/** Compares the description with coverage.yaml, line by line; returns one complaint for each line that is not accounted for. */
export function uncoveredLines(description: string): readonly string[] {
  const known = new Map(coverage.map((entry) => [entry.line, entry]));
  const lines = description.split('\n');
  const complaints = lines.flatMap((text, at) => {
    const line = at + 1;
    const next = lines[at + 1] ?? '';
    const isStructure =
      /^#|^\|[-|]+\|$|^\s*$/.test(text) || /^\|[-|]+\|$/.test(next) || text === 'Line granularity:';
    const entry = known.get(line);
    if (isStructure) return entry === undefined ? [] : [`line ${line} carries no promise, but is listed`];
    if (entry === undefined) return [`line ${line} is not accounted for`];
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    return hash === entry.hash ? [] : [`line ${line} has changed: its hash is ${hash}`];
  });
  return [
    ...complaints,
    ...coverage.filter(({ line }) => line > lines.length).map(({ line }) => `line ${line} does not exist`),
  ];
}
