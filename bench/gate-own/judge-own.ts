import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGate } from '../../conformance/gate.ts';
import { judgingHere } from '../../conformance/judging.ts';
import { issueKey } from '../../src/accounts/issue-key.ts';
import { simulateReports } from '../../src/cli/commands/simulate.ts';
import { CAFE_TIMETABLE } from '../../src/cli/simulation/venue.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import type { NewReport } from '../../src/service/store/store.ts';
import { startQuietService } from '../quiet-service.ts';
import { TIMETABLES, TODAY } from './timetables.ts';

/** One run of the gate against the project's own service. */
export interface OwnCase {
  /** A name in `TIMETABLES`. */
  readonly hours: string;
  readonly timeZone: string;
  readonly form: 1 | 2;
  /** The local clock time, as `HH:MM`; the clock stands still. */
  readonly at: string;
  /** Whether the Date header shows the service's time; otherwise the data look replayed. */
  readonly isLive: boolean;
}

const TIME_ZONES = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const CLOCK_TIMES = ['00:20', '04:10', '07:45', '11:01', '12:35', '13:58', '16:30', '21:15', '23:50'];

/** Every timetable in five time zones and both forms; the clock times and the Date header take turns. */
export const OWN_CASES: readonly OwnCase[] = Object.keys(TIMETABLES).flatMap((hours, row) =>
  TIME_ZONES.flatMap((timeZone, column) =>
    ([1, 2] as const).map((form) => ({
      hours,
      timeZone,
      form,
      at: CLOCK_TIMES[(row + 2 * column + 4 * form) % CLOCK_TIMES.length] ?? '12:35',
      isLive: (row + column) % 3 !== 0,
    })),
  ),
);

/** Four weeks of reports and all of today's, from morning to night. The service hides reports that are still in its future. */
export function reportsByDay(timeZone: string): readonly NewReport[] {
  const time = new LocalTime(timeZone);
  const span = { start: time.startOfDay(TODAY.subtract({ weeks: 4 })), end: time.day(TODAY).end };
  return simulateReports({ seed: 'own', timetable: CAFE_TIMETABLE, owner: null, time, span });
}

/** Judges the service on a new database with the reports, and returns one line for each failed requirement. */
export async function judgeOwn(one: OwnCase, reports: readonly NewReport[]): Promise<readonly string[]> {
  const time = new LocalTime(one.timeZone);
  const now = time.wallClock(TODAY, Number(one.at.slice(0, 2)) * 60 + Number(one.at.slice(3)));
  const folder = await mkdtemp(join(tmpdir(), 'headcount-'));
  const database = { engine: 'sqlite', file: join(folder, 'own.sqlite') } as const;
  const store = await openStore(database, { create: true });
  await store.addReports([reports]);
  const { secret } = await issueKey(store, { email: 'ada@example.edu', quota: 1_000_000, now });
  const hours = TIMETABLES[one.hours] ?? CAFE_TIMETABLE;
  const service = await startQuietService(
    store,
    { form: one.form, database, timeZone: one.timeZone, hours },
    () => now,
  );
  try {
    await service.warmedUp;
    const date = new Date(now / 1000).toUTCString();
    const result = await runGate({
      url: service.url,
      form: one.form,
      key: secret,
      skipDredd: true,
      judging: judgingHere,
      ...(one.isLive ? { fetch: async (...request) => withDate(await fetch(...request), date) } : {}),
    });
    const failed = result.outcomes.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive');
    const lines = failed.map(({ requirement, findings: [finding] }) =>
      [requirement, finding?.message, `expected ${finding?.expected}`, `seen ${finding?.seen}`].join(': '),
    );
    return result.problem === undefined ? lines : [result.problem, ...lines];
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

function withDate(response: Response, date: string): Response {
  const headers = new Headers(response.headers);
  headers.set('date', date);
  return new Response(response.body, { status: response.status, headers });
}
