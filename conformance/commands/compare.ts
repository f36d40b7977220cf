import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson, withoutMark } from '../contract/json.ts';
import { compareReports } from '../reports/compare.ts';
import { comparisonText } from '../reports/compare-text.ts';
import { readReport, type SavedReport } from '../reports/saved-report.ts';
import { printableJson } from '../safety/printable.ts';
import { mergeOutcomes } from '../verdict/merge-outcomes.ts';
import { readInput, UsageError } from './arguments.ts';

/**
 * Compares two saved reports; returns the exit code. Each is a report.json, the folder with it, or the folder of repeated runs,
 * whose reports are merged.
 */
export function compare(before: string, after: string, { json = false }: { json?: boolean }): number {
  const comparison = compareReports(read(before), read(after));
  console.log(json ? printableJson(comparison, 2) : comparisonText(comparison));
  return comparison.exitCode;
}

function read(path: string): SavedReport {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist`);
  if (!statSync(path).isDirectory()) return readFrom(path);
  const [single, summary] = [join(path, 'report.json'), join(path, 'summary.json')];
  if (existsSync(single) && existsSync(summary))
    throw new UsageError(
      `${path} has the reports of a single run and of repeated runs; use a folder for each`,
    );
  if (existsSync(single)) return readFrom(single);
  if (existsSync(summary)) return merged(readRuns(path, summary));
  throw new UsageError(`${path} has no report.json, and no summary.json of repeated runs`);
}

/** As many runs as the summary counts, since the folder may also have runs of an earlier, longer series. */
function readRuns(folder: string, file: string): readonly [SavedReport, ...SavedReport[]] {
  const summary = parseJson(withoutMark(String(readInput(file))));
  const runs = isObject(summary) ? Number(summary['runs']) : 0;
  const names = Array.from({ length: runs > 0 ? runs : 0 }, (_, run) => `run-${run + 1}`);
  const [first, ...rest] = names.map((name) => readFrom(join(folder, name, 'report.json')));
  if (first === undefined) throw new UsageError(`${file}: it is not a summary of repeated runs`);
  return [first, ...rest];
}

/** The reports of several runs as one. The verdict is that of the first run that could not check the deployment, if there is one. */
function merged(runs: readonly [SavedReport, ...SavedReport[]]): SavedReport {
  const unjudged = runs.find(({ verdict }) => verdict === 'inconclusive' || verdict === 'broken');
  const requirements = mergeOutcomes(
    runs.map((run) => run.requirements),
    ({ id }) => id,
  );
  return { ...runs[0], verdict: (unjudged ?? runs[0]).verdict, requirements };
}

function readFrom(file: string): SavedReport {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  const report = readReport(withoutMark(String(readInput(file))));
  if (typeof report === 'string') throw new UsageError(`${file}: ${report}`);
  return report;
}
