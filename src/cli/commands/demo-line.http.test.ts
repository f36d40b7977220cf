import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, microsOf } from '../../service/domain/micros.ts';
import { hashApiKey } from '../../service/keys/api-key.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { CAFE_TIMETABLE } from '../simulation/venue.ts';
import { DemoLine, demoKey, demoStaffPage } from './demo-line.ts';

const NOW = microsOf(Temporal.Instant.from('2026-10-16T12:30:00-07:00'));
const file = temporaryFiles();

async function demoLine() {
  const store = await openStore({ engine: 'sqlite', file: file('demo.sqlite') }, { create: true });
  onTestFinished(() => store.close());
  const clock = { now: NOW };
  const venue = { seed: 'demo', time: new LocalTime('America/Los_Angeles'), timetable: CAFE_TIMETABLE };
  return { store, clock, line: () => new DemoLine(store, venue, () => clock.now) };
}

it('adds the same reports in one step as in many, and none while the clock is behind them', async () => {
  const [once, often] = [await demoLine(), await demoLine()];
  expect(await once.line().catchUp()).toBeGreaterThan(500);
  await often.line().catchUp();
  for (let hours = 1; hours <= 9; hours += 1) {
    often.clock.now = NOW + hours * HOUR;
    await often.line().catchUp();
  }
  once.clock.now = NOW + 9 * HOUR;
  await once.line().catchUp();
  const span = { start: 0, end: NOW + 10 * HOUR };
  const seen = await often.store.observations(span);
  expect(seen.at(-1)?.at).toBeGreaterThan(NOW);
  expect(seen).toEqual(await once.store.observations(span));
  for (const hours of [4, 9]) {
    once.clock.now = NOW + hours * HOUR;
    expect(await once.line().catchUp()).toBe(0);
  }
});

it('keeps the key of the demo, for its owner only, until it is revoked or its file is deleted', async () => {
  const { store } = await demoLine();
  const path = file('demo.key');
  const first = await demoKey(store, path, NOW);
  expect(readFileSync(path, 'utf8')).toBe(`${first}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await demoKey(store, path, NOW)).toBe(first);
  await store.revokeKey((await store.findKey(hashApiKey(first)))?.id ?? 0, NOW);
  chmodSync(path, 0o644);
  const second = await demoKey(store, path, NOW);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  rmSync(path);
  const third = await demoKey(store, path, NOW);
  expect(new Set([first, second, third]).size).toBe(3);
  for (const key of [second, third])
    expect(await store.findKey(hashApiKey(key))).toMatchObject({ revokedAt: null });
});

it('two demos that start at once have the same page for the staff', async () => {
  const { store } = await demoLine();
  const key = await demoKey(store, file('both.key'), NOW);
  const [one, other] = await Promise.all([demoStaffPage(store, key, NOW), demoStaffPage(store, key, NOW)]);
  expect(one).toBe(other);
  expect(await store.listReporters()).toHaveLength(1);
});
