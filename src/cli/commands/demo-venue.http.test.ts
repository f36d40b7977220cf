import { describe, expect, it, onTestFinished } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros, microsOf } from '../../service/domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel, learn } from '../../service/domain/model-state.ts';
import { openSpans } from '../../service/domain/opening-hours.ts';
import { currentStatus, type Status } from '../../service/domain/status.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { newReport } from '../../service/store/suite/new-report.fixture.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { simulateReports } from '../simulation/simulate.ts';
import { CAFE_TIMETABLE, DEMO_CAFE, OPEN_ALL_YEAR } from '../simulation/venue.ts';
import { BUSY, busyPlace, demoPlace, type Place, presentAt } from './demo-venue.ts';

const timetable = OPEN_ALL_YEAR;
const WEEKS = 9;
const at = (text: string): Micros => microsOf(Temporal.Instant.from(text));
const around = (from: string, count: number, step: number) =>
  Array.from({ length: count }, (_, i) => at(from) + i * step * HOUR);

/** The reports of a new demo, and its clock. */
function newDemo(now: Micros) {
  const { timeZone, seed } = busyPlace(timetable, now) as Place;
  const time = new LocalTime(timeZone);
  const span = { start: time.startOfDay(time.date(now).subtract({ weeks: WEEKS })), end: now + 1 };
  return { time, reports: simulateReports({ seed, venue: DEMO_CAFE, timetable, time, owner: null, span }) };
}

describe('a busy place', () => {
  it.each(['2026-01-14', '2026-07-15'])('is one of zones where it is noon in each hour of %s', (date) => {
    for (const now of around(`${date}T00:00Z`, 24, 1))
      expect(CITY_ZONES.map((zone) => new LocalTime(zone).hour(now))).toContain(12);
  });

  it.each([
    ['2026-12-25T02:00Z', '2026-12-24'],
    ['2027-01-01T23:00Z', '2027-01-02'],
  ])('is at %s where it is another date than that of a holiday', (now, date) => {
    const { timeZone } = busyPlace(CAFE_TIMETABLE, at(now)) as Place;
    expect(`${new LocalTime(timeZone).date(at(now))}`).toBe(date);
  });

  it('is nowhere while the venue is closed everywhere', () => {
    expect(busyPlace(CAFE_TIMETABLE, at('2026-12-25T13:00Z'))).toBeNull();
  });

  it.each([
    ['on Saturday afternoon where it is late', '2026-11-28T15:13Z'],
    ['at Christmas', '2026-12-25T13:05Z'],
    ['at the clock change in America', '2026-03-08T10:20Z'],
    ['at the clock change in Europe', '2026-10-25T01:30Z'],
  ])('has a busy hour with what the model has learned from nine weeks, too: %s', (_when, clock) => {
    const now = at(clock);
    const { time, reports } = newDemo(now);
    const observations = reports.map(({ createdAt, bucket }) => ({ at: createdAt, bucket }));
    const days = Array.from({ length: WEEKS * 7 }, (_, n) =>
      time.day(time.date(now).subtract({ days: WEEKS * 7 - n })),
    );
    const state = days.reduce((known, day) => {
      const ofDay = observations.filter(({ at }) => at >= day.start && at < day.end);
      const openings = openSpans(timetable, time, day);
      return ofDay.length === 0 ? known : learn(known, { openings, observations: ofDay }, time);
    }, EMPTY_MODEL_STATE);
    const model = fitModel(state, time);
    const lastReport = observations.at(-1)?.at ?? null;
    const status = currentStatus({ now, observations, lastReport, timetable, time, model });
    expect(status).toMatchObject({ hasEstimate: true, hours: { isOpen: true } });
    expect(status.value).toBeGreaterThanOrEqual(BUSY);
  });

  /** The gate reads eleven pages of 200 reports within its default budget of requests. A demo that runs for a week adds about 200. */
  it('makes a feed that the gate reads to its end, whenever the demo starts', () => {
    const counts = around('2026-11-23T00:30Z', 4, 45).map((now) => newDemo(now).reports.length);
    expect(Math.max(...counts)).toBeLessThan(2000);
  });
});

describe('the venue of the demo', () => {
  const file = temporaryFiles();
  const database = { engine: 'sqlite', file: 'demo.sqlite' } as const;
  const settings = { database, timeZone: null, asOf: null, hours: CAFE_TIMETABLE };
  const now = at('2026-11-20T12:35Z');
  const create = { isNew: true, now };
  const find = { isNew: false, now };

  async function newStore() {
    const store = await openStore({ engine: 'sqlite', file: file('demo.sqlite') }, { create: true });
    onTestFinished(() => store.close());
    return store;
  }

  it('is chosen once, whoever starts next and whenever', async () => {
    const store = await newStore();
    const chosen = busyPlace(CAFE_TIMETABLE, now);
    expect(await demoPlace(store, settings, create)).toEqual(chosen);
    expect(await demoPlace(store, settings, { isNew: true, now: now + 9 * HOUR })).toEqual(chosen);
    expect(await demoPlace(store, settings, { isNew: false, now: now + 30 * HOUR })).toEqual(chosen);
  });

  it('is in the zone of the settings if that created the database, and later in no other', async () => {
    const store = await newStore();
    const place = { timeZone: 'Asia/Tokyo', seed: 'demo' };
    expect(await demoPlace(store, { ...settings, timeZone: 'Asia/Tokyo' }, create)).toEqual(place);
    await expect(demoPlace(store, { ...settings, timeZone: 'Asia/Dubai' }, find)).rejects.toThrow(
      /time zone of this venue is Asia\/Tokyo, not Asia\/Dubai; .* headcount migrate --database sqlite:demo\.sqlite --time-zone Asia\/Dubai`$/,
    );
    expect(await demoPlace(store, settings, find)).toEqual(place);
  });

  it('is that of another demo that has just created the database, and stores its place now', async () => {
    const store = await newStore();
    const [second, first] = await Promise.all([
      demoPlace(store, settings, find),
      demoPlace(store, settings, create),
    ]);
    expect(second).toEqual(first);
  });

  it("is in the machine's zone at a fixed time, and nowhere in a database that the demo did not create", async () => {
    const place = { timeZone: Temporal.Now.timeZoneId(), seed: 'demo' };
    expect(await demoPlace(await newStore(), { ...settings, asOf: now }, create)).toEqual(place);
    const foreign = await newStore();
    await foreign.advance('imported', () => ({ value: '1', reports: [newReport()] }));
    expect(await demoPlace(foreign, settings, find)).toBeNull();
  });

  const open = { hours: { isOpen: true, opensAt: null }, value: 5 } as Status;
  const closed = { hours: { isOpen: false, opensAt: '7:00am' }, value: 0 } as Status;
  it.each([
    ['Europe/Lisbon', '2026-11-20T12:35Z', open, 'Lisbon, where it is Friday 12:35pm, a busy hour'],
    [
      'America/Sao_Paulo',
      '2026-11-22T17:43Z',
      { ...open, value: 4.9 },
      'Sao Paulo, where it is Sunday 2:43pm, a quiet hour',
    ],
    [
      'Etc/GMT+3',
      '2026-12-25T06:00Z',
      closed,
      'the time zone Etc/GMT+3, where it is Friday 3:00am, closed until 7:00am',
    ],
  ])('is described in %s at %s by the estimate', (zone, when, status, text) => {
    expect(presentAt(status, new LocalTime(zone), at(when))).toEqual({
      isBusy: text.endsWith('a busy hour'),
      text: `in ${text}`,
    });
  });
});
