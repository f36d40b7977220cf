import { statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readHar } from '../evidence/har.ts';
import { judgeInThread } from '../judging.ts';
import { publish } from '../reports/publish.ts';
import { buildReport } from '../reports/report.ts';
import { limits } from '../safety/limits.ts';
import { type JudgingFlags, prepareOut, readInput, UsageError } from './arguments.ts';
import { expectedAfter, readExpected } from './expected.ts';
import { startedBy } from './started-by.ts';

/** Checks a run that the gate recorded, without sending requests; returns the exit code. */
export async function judge(file: string, flags: JudgingFlags): Promise<number> {
  const evidence = readHar(readText(file));
  if (typeof evidence === 'string') throw new UsageError(`${file}: ${evidence}`);
  const before = readExpected(flags);
  prepareOut(flags);
  const { complete = false } = flags;
  const judging = judgeInThread(flags.ruleTimeout * 1000);
  try {
    const judged = await judging.judge(evidence, complete);
    const expected = expectedAfter(flags, before, [{ evidence, judged }]);
    const report = buildReport(evidence, judged, expected, complete, { program: startedBy() });
    return publish(report, evidence, flags);
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
