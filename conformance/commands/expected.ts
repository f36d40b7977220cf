import { existsSync, readFileSync } from 'node:fs';
import type { ExpectedFailure } from '../contract/report-types.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { writeFile } from '../reports/publish.ts';
import { placesSeen } from '../reports/report.ts';
import { counted } from '../safety/printable.ts';
import type { Judgment } from '../verdict/conclude.ts';
import { readExpectedFailures } from '../verdict/expected-list.ts';
import { mergeOutcomes } from '../verdict/merge-outcomes.ts';
import { updateExpected } from '../verdict/write-expected.ts';
import { type JudgingFlags, readInput, UsageError } from './arguments.ts';
import { note } from './note.ts';

/** A run with its judgment. */
export interface JudgedRun {
  readonly evidence: Pick<Evidence, 'exchanges'>;
  readonly judged: Pick<Judgment, 'outcomes' | 'exitCode'>;
}

/** The list of expected failures to apply; empty without one. Throws for a list that cannot be read or written. */
export function readExpected({ expectedFailures, writeExpected }: JudgingFlags): readonly ExpectedFailure[] {
  const file = writeExpected ?? expectedFailures;
  if (file === undefined) return [];
  if (expectedFailures !== undefined && expectedFailures !== file)
    throw new UsageError('--expected-failures and --write-expected name different files; give only one');
  if (writeExpected !== undefined && !existsSync(file)) return [];
  const expected = readExpectedFailures(String(readInput(file, `--expected-failures ${file}`)));
  if (typeof expected === 'string') throw new UsageError(`${file}: ${expected}`);
  return expected;
}

/**
 * The list after the runs: with `--write-expected`, the file is updated first. A broken gate found nothing, so it writes nothing.
 */
export function expectedAfter(
  flags: JudgingFlags,
  before: readonly ExpectedFailure[],
  runs: readonly JudgedRun[],
): readonly ExpectedFailure[] {
  const file = flags.writeExpected;
  if (file === undefined || runs.some(({ judged }) => judged.exitCode === 4)) return before;
  const written = updateExpected(
    existsSync(file) ? readFileSync(file, 'utf8') : '',
    mergeOutcomes(
      runs.map(({ judged }) => judged.outcomes),
      ({ requirement }) => requirement,
    ),
    {
      today: new Date().toISOString().slice(0, 10),
      seen: runs.flatMap(({ evidence }) => placesSeen(evidence)),
    },
  );
  if (typeof written === 'string') throw new UsageError(`${file}: ${written}`);
  // A list that nobody can read later accepts nothing
  if (!writeFile(file, () => written.text)) return before;
  const { added, removed, entries } = written;
  note(
    flags,
    `Expected failures: ${file} has ${counted(entries.length, 'entry', 'entries')}, ${added} added, ${removed} removed.`,
  );
  if (added > 0) note(flags, 'Write a reason for each new one before its review_by.');
  return entries;
}
