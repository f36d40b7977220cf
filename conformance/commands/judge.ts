import { statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readHar } from '../evidence/har.ts';
import { checkRecording } from '../integrity/check-recording.ts';
import type { Flaw } from '../integrity/flaw.ts';
import { judgeInThread } from '../judging.ts';
import { publish } from '../reports/publish.ts';
import { buildReport } from '../reports/report.ts';
import { limits } from '../safety/limits.ts';
import { printable } from '../safety/printable.ts';
import { type JudgingFlags, makeFolder, program, readInput, UsageError } from './arguments.ts';
import { expectedAfter, readExpected } from './expected.ts';
import { note } from './note.ts';

/** Flags of `judge`; the last three are about recordings by other tools. */
export interface JudgeFlags extends JudgingFlags {
  readonly form?: '1' | '2' | 'auto';
  readonly url?: string;
  readonly publicUrl?: string;
}

/** Judges a saved run, or a recording by another tool, without sending requests; returns the exit code. */
export async function judge(file: string, flags: JudgeFlags): Promise<number> {
  const text = readText(file);
  const evidence = readHar(text, {
    form: flags.form === '1' ? 1 : flags.form === '2' ? 2 : 'auto',
    ...(flags.url === undefined ? {} : { url: flags.url }),
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
  });
  if (typeof evidence === 'string') throw new UsageError(`${file}: ${evidence}`);
  const before = readExpected(flags);
  makeFolder(flags);
  const { complete = false, requirements: revision } = flags;
  const judging = judgeInThread(flags.ruleTimeout * 1000);
  try {
    const judged = await judging.judge(evidence, complete);
    const expected = expectedAfter(flags, before, [{ evidence, judged }]);
    const report = buildReport(evidence, judged, expected, complete, { revision, program });
    const exitCode = publish(report, evidence, flags);
    const { state, flaws } = await checkRecording(text, { plan: false });
    if (state === 'inconsistent')
      note(flags, `The recording was changed: ${printable(flaws.map(flawText).join('; '))}`);
    return exitCode;
  } finally {
    await judging.end();
  }
}

/** Reads a recording, which may be compressed with gzip. Throws if it is larger than a recording of the gate. */
function readText(file: string): string {
  const tooLarge = new UsageError(`${file} is larger than ${limits.recordingBytes / 1_048_576} MB`);
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > limits.recordingBytes) throw tooLarge;
  const bytes = readInput(file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed) return bytes.toString();
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.recordingBytes }).toString();
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge;
    throw new UsageError(`${file} cannot be decompressed: ${(error as Error).message}`);
  }
}

function flawText({ exchange, message }: Flaw): string {
  return exchange === undefined ? message : `request ${exchange}: ${message}`;
}
