import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, MINUTE, SECOND } from '../../service/domain/micros.ts';
import { openSpans } from '../../service/domain/opening-hours.ts';
import { parseTimetable, type Timetable } from '../../service/domain/timetable.ts';
import { type SimulationSettings, simulateDay } from './simulate-day.ts';
import { CAFE_TIMETABLE, CAMPUS_CAFE } from './venue.ts';

const NIGHTLY: Timetable = parseTimetable({
  weekly: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:30-03:30', '20:00-02:30']]),
  ),
});
const BUSY_NIGHTS = {
  ...CAMPUS_CAFE,
  arrivals: CAMPUS_CAFE.arrivals.map((day) => day.map(() => 80)),
  reportShare: 0.5,
};

function settings(change: Partial<SimulationSettings & { zone: string }> = {}): SimulationSettings {
  const { zone = 'America/Los_Angeles', ...rest } = change;
  const defaults = { seed: 'demo', venue: CAMPUS_CAFE, timetable: CAFE_TIMETABLE, owner: null };
  return { ...defaults, time: new LocalTime(zone), ...rest };
}

function day(date: string, change: Partial<SimulationSettings & { zone: string }> = {}) {
  return simulateDay({ ...settings(change), date: Temporal.PlainDate.from(date) });
}

describe('simulateDay', () => {
  it('is reproducible, and differs for another seed, date, venue or zone', () => {
    const friday = day('2026-11-20');
    expect(day('2026-11-20')).toEqual(friday);
    for (const other of [
      day('2026-11-20', { seed: 'other' }),
      day('2026-11-13'),
      day('2026-11-20', { venue: { ...CAMPUS_CAFE, name: 'library' } }),
      day('2026-11-20', { zone: 'UTC' }),
    ]) {
      expect(other.reports.map(({ bucket }) => bucket)).not.toEqual(
        friday.reports.map(({ bucket }) => bucket),
      );
    }
  });

  it('depends on the owner only in who likes a photo', () => {
    const owner = 'owner@university.example.edu';
    const dates = Array.from({ length: 28 }, (_, i) =>
      Temporal.PlainDate.from('2026-10-01').add({ days: i }),
    );
    const reports = (of: string | null) =>
      dates.flatMap((date) => simulateDay({ ...settings({ owner: of }), date }).reports);
    const without = reports(null);
    const owned = reports(owner).map((report) => {
      const { photo } = report;
      return photo === null
        ? report
        : { ...report, photo: { ...photo, likes: photo.likes.filter((who) => who !== owner) } };
    });
    expect(owned).toEqual(without);
    const photos = reports(owner).flatMap(({ photo }) => photo ?? []);
    const liked = photos.filter(({ likes }) => likes.includes(owner)).length;
    expect(liked).toBeGreaterThan(0);
    expect(liked).toBeLessThan(photos.length / 2);
  });

  it.each([
    { zone: 'UTC', date: '2026-11-20' },
    { zone: 'America/New_York', date: '2026-03-08' },
    { zone: 'America/New_York', date: '2026-11-01' },
    { zone: 'America/Los_Angeles', date: '2026-11-21' },
    { zone: 'Asia/Kolkata', date: '2026-11-20' },
    { zone: 'Pacific/Kiritimati', date: '2026-11-20' },
    { zone: 'Australia/Lord_Howe', date: '2026-04-05' },
    { zone: 'Australia/Lord_Howe', date: '2026-10-04' },
  ])('keeps reports of $date in $zone inside the openings, at whole seconds, in order', ({ zone, date }) => {
    const time = new LocalTime(zone);
    for (const timetable of [CAFE_TIMETABLE, NIGHTLY]) {
      const { reports, truth } = day(date, { zone, timetable, venue: BUSY_NIGHTS });
      const { start, end } = time.day(Temporal.PlainDate.from(date));
      const open = openSpans(timetable, time, { start, end: end + 6 * HOUR });
      expect(reports.length).toBeGreaterThan(20);
      for (const [i, { createdAt }] of reports.entries()) {
        expect(open.some((span) => createdAt >= span.start && createdAt < span.end)).toBe(true);
        expect(createdAt % SECOND).toBe(0);
        expect(createdAt).toBeGreaterThanOrEqual(reports[i - 1]?.createdAt ?? start);
      }
      expect(truth.at(-1)?.people).toBe(0);
    }
  });

  it('assigns reports after midnight to the date whose opening they belong to', () => {
    const time = new LocalTime('America/Los_Angeles');
    const midnight = time.startOfDay(Temporal.PlainDate.from('2026-11-21'));
    const friday = day('2026-11-20', { venue: BUSY_NIGHTS }).reports.map(({ createdAt }) => createdAt);
    const saturday = day('2026-11-21', { venue: BUSY_NIGHTS }).reports.map(({ createdAt }) => createdAt);
    const after = friday.filter((at) => at >= midnight);
    expect(after.length).toBeGreaterThan(5);
    expect(Math.max(...after)).toBeLessThan(midnight + HOUR);
    expect(Math.min(...saturday)).toBeGreaterThanOrEqual(midnight + 10 * HOUR);
  });

  it('is empty on a closed day', () => {
    expect(day('2026-12-25')).toEqual({ truth: [], reports: [] });
  });

  it('reports the true queue', () => {
    const candid = { ...CAMPUS_CAFE, outlierShare: 0, reportShare: 1 };
    const { reports, truth } = day('2026-11-18', { venue: candid });
    const seen = reports.map(({ createdAt, bucket }) => {
      const near = truth
        .filter(({ at }) => Math.abs(at - createdAt) < 2 * MINUTE)
        .map(({ people }) => people);
      return { bucket, most: Math.max(...near) };
    });
    const short = seen.filter(({ most }) => most <= 2);
    expect(short.length).toBeGreaterThan(100);
    expect(short.every(({ bucket }) => bucket === '0' || bucket === '1-5')).toBe(true);
  });
});
