import { afterAll, describe, expect, it } from 'vitest';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Micros, microsOf } from '../domain/micros.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { CAFE_TIMETABLE, OPEN_ALL_YEAR } from '../simulation/venue.ts';
import { openStore } from '../store/open-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../store/store.ts';
import { busyZone, demoZone, presentAt, simulatedStatus } from './demo-venue.ts';

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
  it.each([
    { when: 'a workday', clocks: around('2026-11-18T00:20Z', 6, 4), people: 5 },
    { when: 'Christmas', clocks: around('2026-12-25T00:20Z', 6, 4), people: 5 },
    { when: 'New Year', clocks: around('2027-01-01T02:20Z', 6, 4), people: 5 },
    { when: 'a weekend', clocks: around('2026-11-21T00:05Z', 5, 9), people: 3 },
    {
      when: 'the weekend of a clock change in America',
      clocks: around('2026-03-07T18:40Z', 3, 11),
      people: 3,
    },
    {
      when: 'the weekend of a clock change in Europe',
      clocks: around('2026-10-24T18:55Z', 3, 11),
      people: 3,
    },
  ])(
    'finds an open venue with an estimate of several people around the clock on $when',
    ({ clocks, people }) => {
      for (const now of clocks) {
        const time = new LocalTime(busyZone(OPEN_ALL_YEAR, now) ?? '');
        const { hours, value } = simulatedStatus(OPEN_ALL_YEAR, time, now);
        expect(hours.isOpen, time.timestamp(now)).toBe(true);
        expect(value, time.timestamp(now)).toBeGreaterThanOrEqual(people);
      }
    },
  );

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
  it.each([
    ['Europe/Lisbon', '2026-11-20T12:35Z', 'in Lisbon, where it is Friday 12:35pm, a busy hour'],
    ['America/Sao_Paulo', '2026-11-20T18:10Z', 'in Sao Paulo, where it is Friday 3:10pm, a quiet hour'],
    ['UTC', '2026-11-20T03:10Z', 'in the time zone UTC, where it is Friday 3:10am, closed until 7:00am'],
    [
      'Etc/GMT+3',
      '2026-12-25T15:00Z',
      'in the time zone Etc/GMT+3, where it is Friday 12:00pm, closed until 10:00am',
    ],
  ])('describes %s at %s', (zone, now, text) => {
    expect(presentAt(CAFE_TIMETABLE, new LocalTime(zone), at(now)).text).toBe(text);
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
