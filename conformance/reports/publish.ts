import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '../evidence/evidence.ts';
import { writeHar } from '../evidence/har.ts';
import { annotationsOf } from './annotations.ts';
import { htmlOf } from './html.ts';
import { junitOf } from './junit.ts';
import { markdownOf } from './markdown.ts';
import type { Report } from './report.ts';
import { terminalOf } from './terminal.ts';
import { isUnderConstruction, toDoText } from './to-do.ts';

/** Prints the summary, writes the files, and returns the exit code. On GitHub it also adds the job summary and annotations. */
export function publish(report: Report, evidence: Evidence, out: string | undefined): number {
  const colour = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined;
  const isToDoBelow = isUnderConstruction(evidence);
  console.log(terminalOf(report, { colour, isToDoBelow }));
  if (isToDoBelow) console.log(`\n${toDoText(report, evidence)}`);
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
    writeFileSync(join(out, 'junit.xml'), junitOf(report));
    writeFileSync(join(out, 'report.html'), htmlOf(report, evidence));
    writeFileSync(join(out, 'summary.md'), markdownOf(report));
    writeFileSync(join(out, 'run.har'), writeHar(evidence));
    console.log(`Reports: ${join(out, 'report.html')} and other formats in the same folder`);
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined && summary !== '') appendFileSync(summary, markdownOf(report));
  if (process.env['GITHUB_ACTIONS'] === 'true') for (const line of annotationsOf(report)) console.log(line);
  return report.exitCode;
}
