import { describe, expect, it } from 'vitest';
import { on, seededRandom } from './domain.fixture.ts';
import { highlightDays, highlightSearches, type PhotoSearch, scattered } from './highlights.ts';
import { LocalTime } from './local-time.ts';
import { HOUR } from './micros.ts';

const DAY = 24 * HOUR;
const LONG_AGO = -100_000 * DAY;

describe('highlightDays', () => {
  it.each([
    [1, ['2026-03-01']],
    [3, ['2026-03-01', '2026-02-28', '2026-02-27']],
  ])('returns the last %d days, newest first', (days, dates) => {
    expect(highlightDays(on('2026-03-01'), days).map(String)).toEqual(dates);
  });
});

describe('highlightSearches', () => {
  it.each([
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Pacific/Kiritimati', '2026-12-31'],
    ['America/Santiago', '2026-09-06'],
    ['UTC', '1969-12-31'],
  ])('cover the 365 days before a day in %s (%s), starting with the later part', (zone, date) => {
    const time = new LocalTime(zone);
    const { start, end } = time.day(on(date));
    const [first, second] = highlightSearches(on(date), LONG_AGO, time);
    expect(first.before).toBe(start);
    expect(second.before).toBe(first.from);
    expect(second.from).toBe(start - 365 * DAY);
    expect(first.from).toBeGreaterThanOrEqual(second.from);
    expect(first.from).toBeLessThan(start);
    expect(Number.isInteger(first.from)).toBe(true);
    expect([first.validUntil, second.validUntil]).toEqual([end - 1, end - 1]);
  });

  it.each([
    ['ten days before the day', 10 * DAY, 10 * DAY],
    ['a microsecond before the day', 1, 1],
    ['on the day itself', -HOUR, 0],
  ])('start no earlier than the oldest photo, taken %s', (_, before, covered) => {
    const time = new LocalTime('UTC');
    const { start } = time.day(on('2026-11-20'));
    const [first, second] = highlightSearches(on('2026-11-20'), start - before, time);
    expect(second.from).toBe(start - covered);
    expect(first.from).toBeGreaterThanOrEqual(second.from);
    expect(first.from).toBeLessThanOrEqual(start);
    expect(first.before).toBe(start);
  });

  it('choose only older photos that do not expire that day, and the same photo if more are added during the day', () => {
    const time = new LocalTime('America/New_York');
    const random = seededRandom(1);
    const { start, end } = time.day(on('2026-11-20'));
    const older = Array.from({ length: 30 }, () => photo(start - Math.floor(random() * 500 * DAY), random));
    const younger = Array.from({ length: 30 }, () => photo(start + Math.floor(random() * DAY), random));
    const searches = highlightSearches(on('2026-11-20'), LONG_AGO, time);
    const chosen = choose(searches, older);
    expect(choose(searches, [...older, ...younger])).toBe(chosen);
    expect(chosen?.createdAt).toBeLessThan(start);
    expect(chosen?.createdAt).toBeGreaterThanOrEqual(start - 365 * DAY);
    expect(chosen?.expiresAt).toBeGreaterThanOrEqual(end - 1);
  });
});

describe('scattered', () => {
  it.each([
    [0, 0],
    [1, 0x514e28b7],
    [2, 0x30f4c306],
    [-1, 0x81f16f39],
  ])('matches the published result for %d', (number, hash) => {
    expect(scattered(number)).toBe(hash);
  });
});

interface SomePhoto {
  readonly createdAt: number;
  readonly expiresAt: number;
}

function photo(createdAt: number, random: () => number): SomePhoto {
  return { createdAt, expiresAt: createdAt + Math.floor(random() * 800 * DAY) };
}

/** What a store returns for the searches, one after the other. */
function choose(searches: readonly PhotoSearch[], photos: readonly SomePhoto[]): SomePhoto | undefined {
  const ascending = photos.toSorted((a, b) => a.createdAt - b.createdAt);
  return searches
    .map(({ from, before, validUntil }) =>
      ascending.find(
        ({ createdAt, expiresAt }) => from <= createdAt && createdAt < before && expiresAt >= validUntil,
      ),
    )
    .find((found) => found !== undefined);
}
