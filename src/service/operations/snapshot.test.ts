import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalTime } from '../domain/local-time.ts';
import { MINUTE, type Micros, microsOf, SECOND } from '../domain/micros.ts';
import { ALWAYS_OPEN } from '../domain/timetable.ts';
import { openStore } from '../store/open-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../store/store.ts';
import { newReport } from '../store/suite/new-report.fixture.ts';
import { FittedModels } from './fitted-models.ts';
import { Snapshots } from './snapshot.ts';
import { TimeSlices } from './time-slices.ts';

const file = temporaryFiles();
const stores: Store[] = [];
let ended = false;
afterAll(async () => {
  ended = true;
  for (const store of stores) await store.close();
});

const at = (text: string): Micros => microsOf(Temporal.Instant.from(text));

function modelsOf(store: Store, zone: string): FittedModels {
  return new FittedModels(store, new LocalTime(zone), ALWAYS_OPEN, new TimeSlices(), (error) => {
    // Training may be under way when the stores close.
    if (!ended) throw error;
  });
}

/** Snapshots of a real database with a second handle that others write through, from `start` on. */
async function snapshotsFrom(
  start: string,
  { zone = 'America/Los_Angeles', reports = [] as readonly string[] } = {},
) {
  const address = { engine: 'sqlite', file: file('snapshots.sqlite') } as const;
  const store = await openStore(address, { create: true });
  const other = await openStore(address, { create: false });
  stores.push(other, store);
  const add = (...times: readonly string[]) =>
    other.addReports([times.map((time) => newReport({ createdAt: at(time) }))]);
  await add(...reports);
  const clock = { now: at(start) };
  const models = modelsOf(store, zone);
  const snapshots = new Snapshots(() => clock.now, store, new LocalTime(zone), ALWAYS_OPEN, models);
  return { clock, snapshots, models, store, add, other };
}

describe('a snapshot', () => {
  it('lasts until the end of the minute in which it started', async () => {
    const { clock, snapshots } = await snapshotsFrom('2026-10-16T19:30:20Z');
    const first = await snapshots.current();
    expect(first.now).toBe(at('2026-10-16T19:30:20Z'));
    clock.now = at('2026-10-16T19:31:00Z') - 1;
    expect(await snapshots.current()).toBe(first);
    clock.now += 1;
    const second = await snapshots.current();
    expect(second.now).toBe(clock.now);
    expect(second).not.toBe(first);
  });

  it('keeps its data version while the data and the day are the same', async () => {
    const { clock, snapshots } = await snapshotsFrom('2026-10-16T19:30:20Z', {
      reports: ['2026-10-16T19:00:00Z'],
    });
    const first = await snapshots.current();
    clock.now += 5 * MINUTE;
    expect((await snapshots.current()).dataVersion).toBe(first.dataVersion);
    clock.now = at('2026-10-17T07:00:00Z');
    const nextDay = await snapshots.current();
    expect(nextDay.today.toString()).toBe('2026-10-17');
    expect(nextDay.dataVersion).not.toBe(first.dataVersion);
  });

  it('has the local day of the venue, not of the machine', async () => {
    const { snapshots } = await snapshotsFrom('2026-10-16T11:00:00Z', { zone: 'Pacific/Kiritimati' });
    expect((await snapshots.current()).today.toString()).toBe('2026-10-17');
  });

  it('ends when the time of a future report has come', async () => {
    const { clock, snapshots } = await snapshotsFrom('2026-10-16T19:30:20Z', {
      reports: ['2026-10-16T19:30:40Z'],
    });
    const first = await snapshots.current();
    clock.now = at('2026-10-16T19:30:40Z') - 1;
    expect(await snapshots.current()).toBe(first);
    clock.now += 1;
    const second = await snapshots.current();
    expect(second.now).toBe(at('2026-10-16T19:30:40Z'));
    expect(second.dataVersion).not.toBe(first.dataVersion);
  });

  it('notices a report that became visible between two requests', async () => {
    const { clock, snapshots } = await snapshotsFrom('2026-10-16T19:30:20Z', {
      reports: ['2026-10-16T19:32:00Z', '2026-10-16T20:00:00Z'],
    });
    const first = await snapshots.current();
    clock.now += 10 * MINUTE;
    const second = await snapshots.current();
    expect(second.dataVersion).not.toBe(first.dataVersion);
    clock.now += MINUTE;
    expect((await snapshots.current()).dataVersion).toBe(second.dataVersion);
  });

  it('ends when the clock is set back', async () => {
    const { clock, snapshots } = await snapshotsFrom('2026-10-16T19:30:20Z', {
      reports: ['2026-10-16T19:30:10Z'],
    });
    const first = await snapshots.current();
    clock.now -= 15 * SECOND;
    const second = await snapshots.current();
    expect(second.now).toBe(clock.now);
    expect(second.dataVersion).not.toBe(first.dataVersion);
    expect(second).not.toBe(first);
  });

  it('is shared by all requests that arrive while it starts', async () => {
    const { snapshots } = await snapshotsFrom('2026-10-16T19:30:20Z');
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => snapshots.current()));
    for (const other of others) expect(other).toBe(first);
  });

  it("reads the store's version once per turn of the event loop", async () => {
    const { snapshots, store } = await snapshotsFrom('2026-10-16T19:30:20Z');
    await snapshots.current();
    await nextTurn();
    let reads = 0;
    const version = store.version.bind(store);
    store.version = () => {
      reads += 1;
      return version();
    };
    await Promise.all(Array.from({ length: 20 }, () => snapshots.current()));
    expect(reads).toBe(1);
  });

  it('includes every change noticed before it was requested, even while another starts', async () => {
    const { promise: slow, resolve: proceed } = Promise.withResolvers<null>();
    let version = 1;
    const { store: empty } = await snapshotsFrom('2026-10-16T19:30:20Z');
    const store = {
      version: () => version,
      nextAfter: () => (version === 1 ? slow : Promise.resolve(null)),
      metadata: () => Promise.resolve(null),
    };
    const clock = () => at('2026-10-16T19:30:20Z');
    const snapshots = new Snapshots(clock, store, new LocalTime('UTC'), ALWAYS_OPEN, modelsOf(empty, 'UTC'));
    const before = snapshots.current();
    await nextTurn();
    version = 2;
    const after = snapshots.current();
    await nextTurn();
    proceed(null);
    expect([(await before).storeVersion, (await after).storeVersion]).toEqual([1, 2]);
  });
});
