import type { NewPhoto, NewReport } from '../store.ts';

/** The reference time of all store tests: 2026-03-02T12:00Z in microseconds. */
export const NOON = 1_772_452_800_000_000;

let line = 0;

/** A report for tests; each call is on the next line. */
export function newReport(given: Partial<NewReport> = {}): NewReport {
  line += 1;
  return {
    createdAt: NOON,
    bucket: '1-5',
    latitude: null,
    longitude: null,
    photo: null,
    line,
    ...given,
  };
}

/** A photo for tests. */
export function newPhoto(given: Partial<NewPhoto> = {}): NewPhoto {
  return { file: 'a.jpg', caption: 'Lunch', expiresAt: NOON + 1_000_000_000_000, likes: [], ...given };
}

/** Reports `step` microseconds apart, newest first, as in an export. */
export function descending(count: number, step: number, given: Partial<NewReport> = {}): NewReport[] {
  return Array.from({ length: count }, (_, index) => newReport({ createdAt: NOON - index * step, ...given }));
}
