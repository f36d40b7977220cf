import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareReports } from '../reports/compare.ts';
import { comparisonText } from '../reports/compare-text.ts';
import { readReport, type SavedReport } from '../reports/saved-report.ts';
import { printableJson } from '../safety/printable.ts';
import { readInput, UsageError } from './arguments.ts';

/** Compares two saved reports, each a report.json or the folder with it; returns the exit code. */
export function compare(before: string, after: string, { json = false }: { json?: boolean }): number {
  const comparison = compareReports(read(before), read(after));
  console.log(json ? printableJson(comparison, 2) : comparisonText(comparison));
  return comparison.exitCode;
}

function read(path: string): SavedReport {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist`);
  const file = statSync(path).isDirectory() ? join(path, 'report.json') : path;
  if (!existsSync(file))
    throw new UsageError(
      `${path} has no report.json; --repeat writes one in each of its folders run-1, run-2, …`,
    );
  const report = readReport(String(readInput(file)));
  if (typeof report === 'string') throw new UsageError(`${file}: ${report}`);
  return report;
}
