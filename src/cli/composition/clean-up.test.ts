import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR, type Micros } from '../../service/domain/micros.ts';
import { openSqliteStore } from '../../service/store/sqlite/sqlite-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../../service/store/store.ts';
import { newReport } from '../../service/store/suite/new-report.fixture.ts';
import { cleanUp } from './clean-up.ts';

const KEPT = 400 * 24 * HOUR;
const newFile = temporaryFiles();
let store: Store;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  store = await openSqliteStore(newFile('clean-up.db'), { create: true });
});

afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

/** A running clean-up, whose clock stands still until the test moves it. */
function cleaning(now: Micros, stores: () => readonly Store[] = () => [store]) {
  const clock = { now };
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  return { clock, log, ...cleanUp(stores, { clock: () => clock.now, logger }) };
}

function recordAt(at: Micros, where = store): Promise<void> {
  return where.recordEvent({
    at,
    actor: 'owner',
    action: 'account.exported',
    account: null,
    key: null,
    detail: '',
  });
}

async function remaining(where = store): Promise<readonly Micros[]> {
  return (await where.auditEvents({ limit: 9 })).map(({ at }) => at);
}

it('deletes at once, then every hour, until it is closed', async () => {
  const first = Date.now() * 1000 - 10 * HOUR - KEPT;
  for (const hours of [0, 1, 2]) await recordAt(first + hours * HOUR);
  await store.addReports([[newReport({ createdAt: first + KEPT })]]);
  const { clock, close } = cleaning(first + KEPT + 1);
  await vi.waitFor(async () => expect(await remaining()).toHaveLength(2));
  clock.now += HOUR;
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(async () => expect(await remaining()).toHaveLength(1));
  await close();
  clock.now += HOUR;
  vi.advanceTimersByTime(3_600_000);
  expect(await remaining()).toEqual([first + 2 * HOUR]);
});

it('deletes at every venue, though nothing has happened at one for long, and another is away', async () => {
  const now = Date.now() * 1000;
  const open = (name: string) => openSqliteStore(newFile(name), { create: true });
  const [away, idle, busy] = [await open('away'), await open('idle'), await open('busy')];
  await away.close();
  for (const venue of [idle, busy]) {
    await recordAt(now - KEPT - HOUR, venue);
    await recordAt(now - KEPT + HOUR, venue);
  }
  await busy.addReports([[newReport({ createdAt: now - HOUR })]]);
  const { log, close } = cleaning(now, () => [store, away, idle, busy, store]);
  await close();
  for (const venue of [idle, busy]) {
    expect(await remaining(venue)).toEqual([now - KEPT + HOUR]);
    await venue.close();
  }
  expect(log).toEqual([expect.stringContaining('expired data could not be deleted')]);
});

it('deletes nothing early, though the time of the service is ahead', async () => {
  const now = Date.now() * 1000;
  await recordAt(now);
  await cleaning(now + 2 * KEPT).close();
  expect(await remaining()).toEqual([now]);
});

it('warns once, and deletes nothing, while the clock is far ahead of everything stored', async () => {
  await recordAt(0);
  const { clock, log, close } = cleaning(KEPT + 2 * HOUR);
  clock.now += HOUR;
  vi.advanceTimersByTime(3_600_000);
  await close();
  expect(await remaining()).toEqual([0]);
  expect(log).toEqual([
    expect.stringMatching(
      /the clock says 1971-02-05, but what is stored ends on 1970-01-01, so nothing is deleted/,
    ),
  ]);
});
