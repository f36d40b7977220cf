import { afterAll, describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros, microsOf } from '../../service/domain/micros.ts';
import type { Status } from '../../service/domain/status.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../../service/store/store.ts';
import { CAFE_TIMETABLE } from '../simulation/venue.ts';
import { busyPlace, type Place } from './busy-place.ts';
import { demoPlace, presentAt } from './demo-venue.ts';

const at = (text: string): Micros => microsOf(Temporal.Instant.from(text));

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

describe('demoPlace', () => {
  const file = temporaryFiles();
  const stores: Store[] = [];
  afterAll(async () => {
    for (const store of stores) await store.close();
  });
  const database = { engine: 'sqlite', file: 'demo.sqlite' } as const;
  const settings = { database, timeZone: null, asOf: null, hours: CAFE_TIMETABLE };
  const now = at('2026-11-20T12:35Z');
  const create = { isNew: true, now };

  async function newStore() {
    const store = await openStore({ engine: 'sqlite', file: file('demo.sqlite') }, { create: true });
    stores.push(store);
    return store;
  }

  it('chooses once, whoever starts next and whenever', async () => {
    const store = await newStore();
    const chosen = await demoPlace(store, settings, create);
    const { timeZone, seed } = busyPlace(CAFE_TIMETABLE, now) as Place;
    expect(chosen).toEqual({ timeZone, seed });
    expect(await demoPlace(store, settings, { isNew: true, now: now + 9 * HOUR })).toEqual(chosen);
    expect(await demoPlace(store, settings, { isNew: false, now: now + 30 * HOUR })).toEqual(chosen);
  });

  it('is in the zone of the settings if that created the database, and later in no other', async () => {
    const store = await newStore();
    const seed = 'demo';
    const tokyo = { ...settings, timeZone: 'Asia/Tokyo' };
    const dubai = { ...settings, timeZone: 'Asia/Dubai' };
    expect(await demoPlace(store, tokyo, create)).toEqual({ timeZone: 'Asia/Tokyo', seed });
    await expect(demoPlace(store, dubai, { isNew: false, now })).rejects.toThrow(
      /time zone of this venue is Asia\/Tokyo, not Asia\/Dubai; .* headcount migrate --database sqlite:demo\.sqlite --time-zone Asia\/Dubai`$/,
    );
    expect(await demoPlace(store, settings, { isNew: false, now })).toEqual({ timeZone: 'Asia/Tokyo', seed });
  });

  it("keeps the machine's zone at a fixed time, and for a database without one; that of an earlier version stays", async () => {
    const [timeZone, seed] = [Temporal.Now.timeZoneId(), 'demo'];
    expect(await demoPlace(await newStore(), { ...settings, asOf: now }, create)).toEqual({ timeZone, seed });
    expect(await demoPlace(await newStore(), settings, { isNew: false, now })).toEqual({ timeZone, seed });
    const older = await newStore();
    await older.advance('demo-time-zone', () => ({ value: 'Asia/Dubai', reports: [] }));
    const place = { timeZone: 'Asia/Dubai', seed };
    expect(await demoPlace(older, settings, { isNew: false, now })).toEqual(place);
  });
});
