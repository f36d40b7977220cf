import { describe, expect, it } from 'vitest';
import { BUCKETS } from '../../service/domain/bucket.ts';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Span } from '../../service/domain/micros.ts';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { PHOTO_LIFETIME, VISITORS } from './photo.ts';
import { readPictureName } from './picture.ts';
import { Random } from './random.ts';
import { simulateSpan } from './simulate.ts';
import type { SimulationSettings } from './simulate-day.ts';
import { CAFE_TIMETABLE, CAMPUS_CAFE } from './venue.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
];
const OVERLAPPING = parseTimetable({
  weekly: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['18:00-17:30']]),
  ),
  exceptions: { '2026-10-31': ['10:00-09:00'] },
});

function settings(zone: string): SimulationSettings {
  const owner = 'owner@university.example.edu';
  return { seed: 'demo', venue: CAMPUS_CAFE, timetable: CAFE_TIMETABLE, time: new LocalTime(zone), owner };
}

function weeks(time: LocalTime, from: string, count: number): Span {
  const first = Temporal.PlainDate.from(from);
  return { start: time.startOfDay(first), end: time.startOfDay(first.add({ weeks: count })) };
}

describe('simulateSpan', () => {
  it.each(ZONES)('returns the same reports for any division of the span, in %s', (zone) => {
    const random = new Random(`cuts ${zone}`);
    for (const timetable of [CAFE_TIMETABLE, OVERLAPPING]) {
      const all = { ...settings(zone), timetable };
      // From before one clock change of the northern autumn to after it.
      const span = weeks(all.time, '2026-10-26', 2);
      const whole = simulateSpan({ ...all, span });
      expect(whole.length).toBeGreaterThan(200);
      // Cuts anywhere, and at the times of reports, which only the later of two adjacent spans must include.
      const cuts = [
        ...Array.from({ length: 12 }, () => Math.floor(random.uniform(span.start, span.end))),
        ...Array.from({ length: 12 }, () => random.pick(whole).createdAt),
      ].sort((a, b) => a - b);
      const edges = [span.start, ...cuts, span.end];
      const parts = edges.slice(1).map((end, i) => ({ start: edges[i] as number, end }));
      expect(parts.flatMap((part) => simulateSpan({ ...all, span: part }))).toEqual(whole);
    }
  });

  it('stays within its half-open span, in order', () => {
    const all = settings('America/Los_Angeles');
    const whole = simulateSpan({ ...all, span: weeks(all.time, '2026-10-26', 1) });
    const [first, , third] = whole.map(({ createdAt }) => createdAt);
    const span = { start: first as number, end: third as number };
    expect(simulateSpan({ ...all, span })).toEqual(whole.slice(0, 2));
    expect(whole.every(({ createdAt }, i) => createdAt >= (whole[i - 1]?.createdAt ?? 0))).toBe(true);
  });

  it('is empty for an empty or inverted span', () => {
    const all = settings('UTC');
    const { start, end } = weeks(all.time, '2026-10-26', 1);
    expect(simulateSpan({ ...all, span: { start, end: start } })).toEqual([]);
    expect(simulateSpan({ ...all, span: { start: end, end: start } })).toEqual([]);
  });
});

describe('eight simulated weeks', () => {
  const all = settings('America/Los_Angeles');
  const { time } = all;
  const reports = simulateSpan({ ...all, span: weeks(time, '2026-09-21', 8) });
  const workdays = reports.filter(({ createdAt }) => time.weekday(createdAt) < 5);
  const meanIndex = (hours: readonly number[]) => {
    const among = workdays.filter(({ createdAt }) => hours.includes(time.hour(createdAt)));
    return among.reduce((sum, { bucket }) => sum + BUCKETS.indexOf(bucket), 0) / among.length;
  };

  it.each([{ rush: [8] }, { rush: [12] }, { rush: [18] }])(
    'have a longer queue at $rush than in mid-afternoon',
    ({ rush }) => {
      expect(meanIndex(rush)).toBeGreaterThan(meanIndex([14, 15]) + 0.8);
    },
  );

  it('contain every bucket', () => {
    expect(new Set(reports.map(({ bucket }) => bucket))).toEqual(new Set(BUCKETS));
  });

  it('have photos that the store and the highlights can use', () => {
    const photos = reports.flatMap(({ createdAt, photo }) =>
      photo === null ? [] : [{ createdAt, ...photo }],
    );
    expect(photos.length / reports.length).toBeGreaterThan(0.09);
    expect(photos.length / reports.length).toBeLessThan(0.15);
    expect(new Set(photos.map(({ file }) => file)).size).toBe(photos.length);
    expect(new Set(photos.map(({ caption }) => caption)).size).toBeGreaterThan(12);
    for (const { createdAt, file, expiresAt, likes } of photos) {
      expect(readPictureName(file)?.hour).toBe(time.hour(createdAt));
      expect(expiresAt - createdAt).toBe(PHOTO_LIFETIME);
      expect(new Set(likes).size).toBe(likes.length);
      expect(likes.every((who) => VISITORS.includes(who) || who === all.owner)).toBe(true);
    }
    const counts = photos.map(({ likes }) => likes.length).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(4);
    expect(counts.at(-1)).toBeGreaterThan(12);
    expect(PHOTO_LIFETIME).toBe(180 * 24 * HOUR);
  });
});
