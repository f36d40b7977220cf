import { microsOf, WEEK } from '../../src/service/domain/micros.ts';
import { readReports } from '../../src/service/import/read-file.ts';
import type { NewReport } from '../../src/service/store/store.ts';
import type { BenchResult } from '../result.ts';
import { judgeOwn, OWN_CASES, reportsByDay } from './judge-own.ts';
import { TIMETABLES, TODAY } from './timetables.ts';

/**
 * Judges the project's own service under every timetable in five time zones and both forms. Nothing may fail: reports made while
 * the venue is closed are legal. `data` is a file of reports to use in place of simulated ones.
 */
export async function bench({ data }: { readonly data: string | null }): Promise<BenchResult> {
  const zones = new Map<string, readonly NewReport[]>();
  const given = data === null ? null : recent(await Array.fromAsync(readReports(data)));
  const reportsIn = (timeZone: string) => {
    const known = zones.get(timeZone) ?? given ?? reportsByDay(timeZone);
    zones.set(timeZone, known);
    return known;
  };
  const missed: string[] = [];
  const clean = new Map<string, number>();
  for (const one of OWN_CASES) {
    const lines = await judgeOwn(one, reportsIn(one.timeZone));
    const name = `${one.hours}, ${one.timeZone}, Form ${one.form}, ${one.at}${one.isLive ? '' : ', replayed'}`;
    missed.push(...lines.map((line) => `${name}: ${line}`));
    if (lines.length === 0) clean.set(one.hours, (clean.get(one.hours) ?? 0) + 1);
  }
  const rows = Object.keys(TIMETABLES).map((hours) => {
    const runs = OWN_CASES.filter((one) => one.hours === hours).length;
    return `| ${hours} | ${runs} | ${runs - (clean.get(hours) ?? 0)} |`;
  });
  const table = ['| opening hours | runs | with a failure |', '|---|---|---|', ...rows].join('\n');
  return { table, figures: { version: 1, runs: OWN_CASES.length, missed }, missed };
}

/** The reports of the last five weeks, moved by whole weeks so that the newest are as new as can be. */
function recent(batches: readonly (readonly NewReport[])[]): readonly NewReport[] {
  const reports = batches.flat();
  const newest = reports.reduce((most, { createdAt }) => Math.max(most, createdAt), 0);
  const end = microsOf(TODAY.toZonedDateTime('UTC').toInstant());
  const weeks = Math.ceil((end - newest) / WEEK);
  return reports
    .filter(({ createdAt }) => createdAt > newest - 5 * WEEK)
    .map((report) => ({ ...report, createdAt: report.createdAt + weeks * WEEK }));
}
