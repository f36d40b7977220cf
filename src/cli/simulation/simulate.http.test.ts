import { describe, expect, it } from 'vitest';
import { BUCKETS } from '../../service/domain/bucket.ts';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, SECOND, type Span } from '../../service/domain/micros.ts';
import { openSpans } from '../../service/domain/opening-hours.ts';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { readPictureName } from './picture.ts';
import { Random } from './random.ts';
import { type SimulationSettings, simulateDay, simulateReports } from './simulate.ts';
import { CAPTIONS, PHOTO_LIFETIME, simulateReport, VISITORS } from './simulated-report.ts';
import { CAFE_TIMETABLE, CAMPUS_CAFE } from './venue.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const daily = (...openings: readonly string[]) => ({
  weekly: Object.fromEntries(DAYS.map((day) => [day, openings])),
});
const NIGHTLY = parseTimetable(daily('00:30-03:30', '20:00-02:30'));
const OVERLAPPING = parseTimetable({
  ...daily('18:00-17:30'),
  exceptions: { '2026-10-31': ['10:00-09:00'] },
});
/** So many reports that every hour has some. */
const BUSY = {
  ...CAMPUS_CAFE,
  arrivals: CAMPUS_CAFE.arrivals.map((day) => day.map(() => 80)),
  reportShare: 0.5,
};
const OWNER = 'owner@university.example.edu';

type Change = Partial<SimulationSettings & { readonly zone: string }>;

function settings({ zone = 'America/Los_Angeles', ...change }: Change = {}): SimulationSettings {
  const defaults = { seed: 'demo', venue: CAMPUS_CAFE, timetable: CAFE_TIMETABLE, owner: OWNER };
  return { ...defaults, time: new LocalTime(zone), ...change };
}

const day = (date: string, change: Change = {}) =>
  simulateDay({ ...settings(change), date: Temporal.PlainDate.from(date) });

function weeks(time: LocalTime, from: string, count: number): Span {
  const first = Temporal.PlainDate.from(from);
  return { start: time.startOfDay(first), end: time.startOfDay(first.add({ weeks: count })) };
}

describe('a simulated day', () => {
  it('is the same each time, and another for another seed, date, venue or zone', () => {
    const friday = day('2026-11-20');
    expect(day('2026-11-20')).toEqual(friday);
    const buckets = (reports: typeof friday) => reports.map(({ bucket }) => bucket);
    for (const other of [
      day('2026-11-20', { seed: 'other' }),
      day('2026-11-13'),
      day('2026-11-20', { venue: { ...CAMPUS_CAFE, name: 'library' } }),
      day('2026-11-20', { zone: 'UTC' }),
    ])
      expect(buckets(other)).not.toEqual(buckets(friday));
  });

  it.each([
    { zone: 'America/New_York', date: '2026-03-08' },
    { zone: 'America/New_York', date: '2026-11-01' },
    { zone: 'Asia/Kolkata', date: '2026-11-20' },
    { zone: 'Pacific/Kiritimati', date: '2026-11-20' },
    { zone: 'Australia/Lord_Howe', date: '2026-10-04' },
  ])('has reports of $date in $zone inside the openings, at whole seconds, in order', ({ zone, date }) => {
    const time = new LocalTime(zone);
    for (const timetable of [CAFE_TIMETABLE, NIGHTLY]) {
      const reports = day(date, { zone, timetable, venue: BUSY });
      const { start, end } = time.day(Temporal.PlainDate.from(date));
      const open = openSpans(timetable, time, { start, end: end + 6 * HOUR });
      expect(reports.length).toBeGreaterThan(20);
      for (const [i, { createdAt }] of reports.entries()) {
        expect(open.some((span) => createdAt >= span.start && createdAt < span.end)).toBe(true);
        expect(createdAt % SECOND).toBe(0);
        expect(createdAt).toBeGreaterThanOrEqual(reports[i - 1]?.createdAt ?? start);
      }
    }
  });

  it('has the reports after midnight of its openings, and none if it is closed', () => {
    const midnight = new LocalTime('America/Los_Angeles').startOfDay(Temporal.PlainDate.from('2026-11-21'));
    const timesOn = (date: string) => day(date, { venue: BUSY }).map(({ createdAt }) => createdAt);
    const after = timesOn('2026-11-20').filter((at) => at >= midnight);
    expect(after.length).toBeGreaterThan(5);
    expect(Math.max(...after)).toBeLessThan(midnight + HOUR);
    expect(Math.min(...timesOn('2026-11-21'))).toBeGreaterThanOrEqual(midnight + 10 * HOUR);
    expect(day('2026-12-25')).toEqual([]);
  });

  it.each([
    [0, '0'],
    [5, '1-5'],
    [31, '30+'],
  ])('has reports of %i people as %s, if they are counted correctly', (seen, bucket) => {
    const venue = { ...CAMPUS_CAFE, judgmentSpread: 0, outlierShare: 0 };
    const [createdAt, date] = [1_792_179_000_000_000, Temporal.PlainDate.from('2026-10-16')];
    const reporting = { createdAt, seen, date, ordinal: 7, venue, time: new LocalTime('UTC'), owner: null };
    expect(simulateReport(reporting, new Random('reports')).bucket).toBe(bucket);
  });
});

describe('a simulated span', () => {
  it.each(['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe'])(
    'has the same reports however it is divided, in %s',
    (zone) => {
      const random = new Random(`cuts ${zone}`);
      for (const timetable of [CAFE_TIMETABLE, OVERLAPPING]) {
        const all = settings({ zone, timetable });
        // From before one clock change of the northern autumn to after it.
        const span = weeks(all.time, '2026-10-26', 2);
        const simulated = (part: Span) =>
          simulateReports({ ...all, span: part }).map(({ line: _, ...report }) => report);
        const whole = simulated(span);
        expect(whole.length).toBeGreaterThan(200);
        // Cuts anywhere, and at the times of reports, which only the later of two adjacent spans must include.
        const cuts = [
          ...Array.from({ length: 12 }, () => Math.floor(random.uniform(span.start, span.end))),
          ...Array.from({ length: 12 }, () => random.pick(whole).createdAt),
        ].sort((a, b) => a - b);
        const edges = [span.start, ...cuts, span.end];
        const parts = edges.slice(1).map((end, i) => ({ start: edges[i] as number, end }));
        expect(parts.flatMap(simulated)).toEqual(whole);
        expect(simulated({ start: span.end, end: span.start })).toEqual([]);
      }
    },
  );
});

describe('eight simulated weeks', () => {
  const all = settings();
  const { time } = all;
  const span = weeks(time, '2026-09-21', 8);
  const reports = simulateReports({ ...all, span });
  const photosOf = (of: typeof reports) =>
    of.flatMap(({ photo, ...report }) => (photo === null ? [] : [{ ...report, ...photo }]));
  const photos = photosOf(reports);

  it('have longer queues in the rushes than in mid-afternoon, and every bucket', () => {
    const meanIndex = (...hours: readonly number[]) => {
      const among = reports.filter(
        ({ createdAt }) => time.weekday(createdAt) < 5 && hours.includes(time.hour(createdAt)),
      );
      return among.reduce((sum, { bucket }) => sum + BUCKETS.indexOf(bucket), 0) / among.length;
    };
    for (const rush of [8, 12, 18]) expect(meanIndex(rush)).toBeGreaterThan(meanIndex(14, 15) + 0.8);
    expect(new Set(reports.map(({ bucket }) => bucket))).toEqual(new Set(BUCKETS));
  });

  it('have photos that the store and the highlights can use', () => {
    expect(photos.length / reports.length).toBeGreaterThan(0.09);
    expect(photos.length / reports.length).toBeLessThan(0.15);
    expect(new Set(photos.map(({ file }) => file)).size).toBe(photos.length);
    for (const { createdAt, bucket, file, caption, expiresAt, likes } of photos) {
      expect(CAPTIONS[bucket]).toContain(caption);
      const { hour, people = -1 } = readPictureName(file) ?? {};
      expect([hour, people > 0, people > 30]).toEqual([
        time.hour(createdAt),
        bucket !== '0',
        bucket === '30+',
      ]);
      expect(expiresAt - createdAt).toBe(PHOTO_LIFETIME);
      expect(new Set(likes).size).toBe(likes.length);
      expect(likes.every((who) => VISITORS.includes(who) || who === OWNER)).toBe(true);
    }
    const counts = photos.map(({ likes }) => likes.length).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(4);
    expect(counts.at(-1)).toBeGreaterThan(12);
  });

  it('depend on the owner only in who likes a photo', () => {
    const withoutOwner = reports.map(({ photo, ...report }) => ({
      ...report,
      photo: photo && { ...photo, likes: photo.likes.filter((who) => who !== OWNER) },
    }));
    expect(simulateReports({ ...all, owner: null, span })).toEqual(withoutOwner);
    const liked = photos.filter(({ likes }) => likes.includes(OWNER)).length;
    expect(liked).toBeGreaterThan(0);
    expect(liked).toBeLessThan(photos.length / 2);
  });
});
