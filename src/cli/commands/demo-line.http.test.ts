import { afterAll, describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, microsOf } from '../../service/domain/micros.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../../service/store/store.ts';
import { CAFE_TIMETABLE } from '../simulation/venue.ts';
import { DemoLine } from './demo-line.ts';

const file = temporaryFiles();
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
});

async function demoLine() {
  const store = await openStore({ engine: 'sqlite', file: file('demo.sqlite') }, { create: true });
  stores.push(store);
  const clock = { now: microsOf(Temporal.Instant.from('2026-10-16T12:30:00-07:00')) };
  const time = new LocalTime('America/Los_Angeles');
  const venue = { seed: 'demo', time, timetable: CAFE_TIMETABLE };
  const line = () => new DemoLine(store, venue, () => clock.now);
  return { store, clock, line };
}

describe('DemoLine', () => {
  it('marks its store before filling it, so that an interrupted start can continue', async () => {
    const { store, line } = await demoLine();
    expect(await DemoLine.isIn(store)).toBe(false);
    await line().mark();
    expect(await DemoLine.isIn(store)).toBe(true);
    expect(await store.extent(Number.MAX_SAFE_INTEGER)).toBeNull();
    expect(await line().catchUp()).toBeGreaterThan(500);
    await line().mark();
    expect(await line().catchUp()).toBe(0);
  });

  it('adds the same reports in one step as in many', async () => {
    const [once, often] = [await demoLine(), await demoLine()];
    const start = once.clock.now;
    await often.line().catchUp();
    for (let hours = 1; hours <= 9; hours += 1) {
      often.clock.now = start + hours * HOUR;
      await often.line().catchUp();
    }
    once.clock.now = start;
    await once.line().mark();
    once.clock.now = start + 9 * HOUR;
    await once.line().catchUp();
    const span = { start: 0, end: start + 10 * HOUR };
    const seen = await often.store.observations(span);
    expect(seen.at(-1)?.at).toBeGreaterThan(start);
    expect(seen).toEqual(await once.store.observations(span));
  });

  it('adds nothing while the clock is behind the reports it has added', async () => {
    const { clock, line } = await demoLine();
    await line().catchUp();
    clock.now -= 5 * HOUR;
    expect(await line().catchUp()).toBe(0);
    clock.now += 5 * HOUR;
    expect(await line().catchUp()).toBe(0);
  });
});
