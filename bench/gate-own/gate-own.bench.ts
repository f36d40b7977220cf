import { microsOf, WEEK } from '../../src/service/domain/micros.ts';
import { readReports } from '../../src/service/import/read-file.ts';
import type { NewReport } from '../../src/service/store/store.ts';
import type { BenchResult } from '../result.ts';
import { HOURS_CASES, MOMENT_CASES, reportsFor } from './cases.ts';
import { complaintsAbout, gateAt } from './gate-at.ts';
import { TODAY } from './timetables.ts';

/**
 * Runs the gate on the project's own service with every timetable and at every moment. Nothing may fail: reports made while
 * the venue is closed are legal. `data` is a file of reports to use in place of simulated ones, with the timetables only.
 */
export async function bench({ data }: { readonly data: string | null }): Promise<BenchResult> {
  const given = data === null ? null : recent(await Array.fromAsync(readReports(data)));
  const cases = given === null ? [...HOURS_CASES, ...MOMENT_CASES] : HOURS_CASES;
  const missed: string[] = [];
  const rows = new Map<string, { runs: number; wrong: number }>();
  for (const one of cases) {
    const { row, moment, form, isLive } = one;
    const wrong = complaintsAbout(await gateAt(one, given ?? reportsFor(one)), moment);
    const name = `${row}, ${moment.zone}, Form ${form}, ${moment.name}${isLive ? '' : ', replayed'}`;
    missed.push(...wrong.map((line) => `${name}: ${line}`));
    const counts = rows.get(row) ?? { runs: 0, wrong: 0 };
    rows.set(row, { runs: counts.runs + 1, wrong: counts.wrong + (wrong.length > 0 ? 1 : 0) });
  }
  const lines = [...rows].map(([row, { runs, wrong }]) => `| ${row} | ${runs} | ${wrong} |`);
  const table = ['| opening hours | runs | with a failure |', '|---|---|---|', ...lines].join('\n');
  return { table, figures: { version: 2, runs: cases.length, missed }, missed };
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
