/** Sample data for the service's tests: a venue and its reports. */
import { BUCKETS } from '../domain/bucket.ts';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, MINUTE, SECOND } from '../domain/micros.ts';
import { parseTimetable } from '../domain/timetable.ts';
import type { NewReport } from '../store/store.ts';
import { newPhoto, newReport } from '../store/suite/new-report.fixture.ts';

export const FRIDAY_LUNCH = '2026-10-16T12:35:20-07:00';

/** Lunch on six days; on Fridays, an evening too, until after midnight; closed on one Wednesday. */
export const TIMETABLE = parseTimetable({
  weekly: {
    mon: ['11:00-14:00'],
    tue: ['11:00-14:00'],
    wed: ['11:00-14:00'],
    thu: ['11:00-14:00'],
    fri: ['11:00-14:00', '18:00-02:00'],
    sat: ['11:00-14:00'],
    sun: [],
  },
  exceptions: { '2026-10-14': [] },
});

/** Numbers that no response and no log line may contain. */
export const LATITUDE = 44.123457;
export const LONGITUDE = -123.654321;

/**
 * The reports of 1 June to 31 October 2026, four a day from 11:05 on: two share a time, one has a fraction of a
 * second, the first of every third day has a photo (with or without a known file), and all have coordinates.
 */
export function sampleReports(): readonly NewReport[] {
  const time = new LocalTime('America/Los_Angeles');
  const first = new Temporal.PlainDate(2026, 6, 1);
  return Array.from({ length: 153 }, (_, day) => {
    const opening = time.wallClock(first.add({ days: day }), 11 * 60);
    const offsets = [5 * MINUTE, 65 * MINUTE + 7, 90 * MINUTE, 90 * MINUTE];
    return offsets.map((offset, index) =>
      newReport({
        createdAt: opening + offset + day * SECOND,
        bucket: BUCKETS[(day + index) % BUCKETS.length] as (typeof BUCKETS)[number],
        latitude: LATITUDE,
        longitude: LONGITUDE,
        photo: index === 0 && day % 3 === 0 ? photoOf(day, opening) : null,
      }),
    );
  }).flat();
}

function photoOf(day: number, opening: number) {
  return newPhoto({
    file: day % 2 === 0 ? `2026/day ${day} ü.jpg` : null,
    caption: `Day ${day}, "lunch" & café`,
    expiresAt: opening + 120 * 24 * HOUR,
    likes: day % 4 === 0 ? ['ada@example.edu', 'bo@example.edu'] : [],
  });
}
