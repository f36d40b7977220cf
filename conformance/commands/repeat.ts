import { join } from 'node:path';
import type { Evidence } from '../evidence/evidence.ts';
import { type GateOptions, type GateResult, runGate } from '../gate.ts';
import { addToJobSummary, writeFile, writeReports } from '../reports/publish.ts';
import { type Repeated, sumUp } from '../reports/repeated.ts';
import { repeatedMarkdown, repeatedText } from '../reports/repeated-text.ts';
import { buildReport, dailyQuota } from '../reports/report.ts';
import { counted, type Printable, printableJson } from '../safety/printable.ts';
import type { JudgingFlags } from './arguments.ts';
import { expectedAfter, readExpected } from './expected.ts';
import { note } from './note.ts';
import { startedBy } from './started-by.ts';

/** Runs the gate several times against the same deployment and reports which requirements are flaky; returns the exit code. */
export async function repeat(times: number, options: GateOptions, flags: JudgingFlags): Promise<number> {
  const before = readExpected(flags);
  const { out, complete = false, given } = flags;
  const report = (result: GateResult, expected: typeof before) =>
    buildReport(result.evidence, result, expected, complete, { program: startedBy(), given });
  note(flags, announcement(times, options.maxRequests ?? 0));
  const results: GateResult[] = [];
  while (results.length < times) {
    const result = await runGate(options);
    const single = report(result, before);
    if (out !== undefined) writeReports(single, result.evidence, join(out, `run-${results.length + 1}`));
    results.push({ ...result, evidence: withoutBodies(result.evidence) });
    note(
      flags,
      `run ${results.length} of ${times}: ${single.verdict}, ${single.counts.fail} fail, ${counted(single.requests, 'request')}, ${single.seconds.toFixed(1)} s`,
    );
    // After a refusal or a broken gate, another run would only cost requests
    if (result.evidence.stopped !== undefined || single.exitCode === 4) break;
  }
  const runs = results.map((result) => ({ evidence: result.evidence, judged: result }));
  const expected = expectedAfter(flags, before, runs);
  const repeated = sumUp(
    results.map((result) => report(result, expected)),
    complete,
  );
  publishRepeated(repeated, flags);
  return repeated.exitCode;
}

function announcement(times: number, maxRequests: number): string {
  const most = times * maxRequests;
  const share = `${((100 * most) / dailyQuota).toFixed(0)} % of a day's quota of ${dailyQuota}`;
  const warning = most > dailyQuota ? '; lower --max-requests unless your key has a higher quota' : '';
  return `${counted(times, 'run')} of at most ${counted(maxRequests, 'request')}: at most ${most} in all, ${share}${warning}.`;
}

/** Enough for a report, so that many runs fit into memory. */
function withoutBodies(evidence: Evidence): Evidence {
  const exchanges = evidence.exchanges.map((exchange) =>
    exchange.response === undefined
      ? exchange
      : { ...exchange, response: { ...exchange.response, body: '' } },
  );
  return { ...evidence, exchanges };
}

function publishRepeated(repeated: Printable<Repeated>, flags: JudgingFlags): void {
  const { out, json = false } = flags;
  console.log(json ? printableJson(repeated, 2) : `\n${repeatedText(repeated)}`);
  if (out !== undefined) {
    const written = [
      writeFile(join(out, 'summary.json'), () => `${printableJson(repeated, 2)}\n`),
      writeFile(join(out, 'summary.md'), () => repeatedMarkdown(repeated)),
    ];
    if (written.every(Boolean))
      note(flags, `Reports: ${join(out, 'summary.md')}, and one folder for each run beside it`);
  }
  addToJobSummary(() => repeatedMarkdown(repeated));
}
