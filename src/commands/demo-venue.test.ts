import { afterAll, describe, expect, it } from 'vitest';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Micros, microsOf } from '../domain/micros.ts';
import type { Status } from '../domain/status.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { CAFE_TIMETABLE } from '../simulation/venue.ts';
import { openStore } from '../store/open-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../store/store.ts';
import { busyZone, demoZone, presentAt } from './demo-venue.ts';

const at = (text: string): Micros => microsOf(Temporal.Instant.from(text));
const around = (from: string, count: number, step: number) =>
  Array.from({ length: count }, (_, i) => at(from) + i * step * HOUR);

describe('CITY_ZONES', () => {
  it.each(['2026-01-14', '2026-07-15'])('has a place where it is noon in each hour of %s', (date) => {
    for (const now of around(`${date}T00:00Z`, 24, 1)) {
      expect(CITY_ZONES.map((zone) => new LocalTime(zone).hour(now))).toContain(12);
    }
  });
});

describe('busyZone', () => {
  it('avoids a day on which the venue is closed where it is another date', () => {
    const now = at('2026-12-25T02:00Z');
    expect(new LocalTime(busyZone(CAFE_TIMETABLE, now) ?? '').date(now).toString()).toBe('2026-12-24');
    const later = at('2027-01-01T23:00Z');
    expect(new LocalTime(busyZone(CAFE_TIMETABLE, later) ?? '').date(later).toString()).toBe('2027-01-02');
  });

  it('finds none while the venue is closed everywhere', () => {
    expect(busyZone(CAFE_TIMETABLE, at('2026-12-25T13:00Z'))).toBeNull();
  });
});

describe('presentAt', () => {
  const open = { hours: { isOpen: true, opensAt: null }, value: 5 } as Status;
  const closed = { hours: { isOpen: false, opensAt: '7:00am' }, value: 0 } as Status;

  it.each([
    ['Europe/Lisbon', '2026-11-20T12:35Z', open, 'in Lisbon, where it is Friday 12:35pm, a busy hour'],
    [
      'America/Sao_Paulo',
      '2026-11-22T17:43Z',
      { ...open, value: 4.9 },
      'in Sao Paulo, where it is Sunday 2:43pm, a quiet hour',
    ],
    [
      'UTC',
      '2026-11-20T03:10Z',
      closed,
      'in the time zone UTC, where it is Friday 3:10am, closed until 7:00am',
    ],
    [
      'Etc/GMT+3',
      '2026-12-25T06:00Z',
      closed,
      'in the time zone Etc/GMT+3, where it is Friday 3:00am, closed until 7:00am',
    ],
  ])('describes %s at %s by the estimate', (zone, now, status, text) => {
    expect(presentAt(status, new LocalTime(zone), at(now))).toEqual({
      isBusy: text.endsWith('a busy hour'),
      text,
    });
  });
});

describe('demoZone', () => {
  const file = temporaryFiles();
  const stores: Store[] = [];
  afterAll(async () => {
    for (const store of stores) await store.close();
  });
  const settings = { timeZone: null, asOf: null, hours: CAFE_TIMETABLE };
  const now = at('2026-11-20T12:35Z');
  const create = { isNew: true, now };

  async function newStore() {
    const store = await openStore({ engine: 'sqlite', file: file('demo.sqlite') }, { create: true });
    stores.push(store);
    return store;
  }

  it('chooses once, whoever starts next and whenever', async () => {
    const store = await newStore();
    const chosen = await demoZone(store, settings, create);
    expect(chosen).toBe(busyZone(CAFE_TIMETABLE, now));
    expect(await demoZone(store, settings, { isNew: true, now: now + 9 * HOUR })).toBe(chosen);
    expect(await demoZone(store, settings, { isNew: false, now: now + 30 * HOUR })).toBe(chosen);
  });

  it('prefers the zone of the settings, which stays the venue’s if it created the database', async () => {
    const store = await newStore();
    const fixed = { ...settings, timeZone: 'Asia/Tokyo' };
    expect(await demoZone(store, fixed, create)).toBe('Asia/Tokyo');
    expect(await demoZone(store, { ...settings, timeZone: 'Asia/Dubai' }, { isNew: false, now })).toBe(
      'Asia/Dubai',
    );
    expect(await demoZone(store, settings, { isNew: false, now })).toBe('Asia/Tokyo');
  });

  it("keeps the machine's zone at a fixed time, and for a database of an earlier version", async () => {
    const machine = Temporal.Now.timeZoneId();
    expect(await demoZone(await newStore(), { ...settings, asOf: now }, create)).toBe(machine);
    expect(await demoZone(await newStore(), settings, { isNew: false, now })).toBeNull();
  });
});
