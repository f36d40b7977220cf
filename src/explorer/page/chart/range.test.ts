import { describe, expect, it } from 'vitest';
import { adjacentRange, parseRange, queryOf, type Range, rangeTitle, readRange, singleDay } from './range.ts';

const TODAY = '2026-10-16';
const days = (since: string, until: string): Range => ({ kind: 'days', since, until });

describe('a range', () => {
  it.each([
    ['2026-10-01', '2026-10-05', days('2026-10-01', '2026-10-05')],
    [TODAY, TODAY, { kind: 'today' }],
    ['', '2026-10-05', '“From” must be a date, such as 2026-10-16.'],
    ['2026-10-01', '2026-02-30', '“To” must be a date, such as 2026-10-16.'],
    ['0202-10-01', '2026-10-05', '“From” must be a date, such as 2026-10-16.'],
    ['1000-01-01', '2026-10-05', days('1000-01-01', '2026-10-05')],
    ['2026-10-06', '2026-10-05', '“From” must not be after “to”.'],
  ])('from %s to %s is parsed', (since, until, expected) => {
    expect(parseRange(since, until, TODAY)).toEqual(expected);
  });

  it('has adjacent ranges of the same length, up to today', () => {
    expect(adjacentRange({ kind: 'today' }, TODAY, -1)).toEqual(days('2026-10-15', '2026-10-15'));
    expect(adjacentRange({ kind: 'today' }, TODAY, 1)).toBe(null);
    expect(adjacentRange(days('2026-10-15', '2026-10-15'), TODAY, 1)).toEqual({ kind: 'today' });
    expect(adjacentRange(days('2026-10-03', '2026-10-09'), TODAY, 1)).toEqual(
      days('2026-10-10', '2026-10-16'),
    );
    expect(adjacentRange(days('2026-10-08', '2026-10-14'), TODAY, 1)).toEqual(
      days('2026-10-15', '2026-10-16'),
    );
    expect(adjacentRange({ kind: 'last', days: 7 }, TODAY, -1)).toEqual(days('2026-10-03', '2026-10-09'));
    expect(adjacentRange({ kind: 'all' }, TODAY, -1)).toBe(null);
  });

  it('is sent as query parameters', () => {
    const query = (text: string) => queryOf(readRange(text) ?? { kind: 'today' }, TODAY);
    expect(['today', '7d', '28d', 'all'].map(query)).toEqual([
      {},
      { since: '2026-10-10', until: TODAY },
      { since: '2026-09-19', until: TODAY },
      { until: TODAY },
    ]);
  });

  it('has a title, and may be a single day', () => {
    expect(rangeTitle(days('2026-10-15', '2026-10-15'), TODAY)).toBe('Yesterday, Thu 15 Oct');
    expect(rangeTitle({ kind: 'today' }, TODAY)).toBe('Today');
    expect(rangeTitle(days(TODAY, TODAY), TODAY)).toBe('Today');
    expect(rangeTitle({ kind: 'last', days: 7 }, TODAY)).toBe('Sat 10 Oct – Fri 16 Oct');
    expect(rangeTitle(days('2026-10-10', TODAY), TODAY)).toBe('Sat 10 Oct – Fri 16 Oct');
    expect(rangeTitle(days('2025-10-10', '2025-10-10'), TODAY)).toBe('Fri 10 Oct 2025');
    expect(rangeTitle(days('2025-12-29', '2026-01-02'), TODAY)).toBe('Mon 29 Dec 2025 – Fri 2 Jan 2026');
    expect(rangeTitle(days('2025-10-10', '2025-10-12'), TODAY)).toBe('Fri 10 Oct – Sun 12 Oct 2025');
    expect(rangeTitle({ kind: 'all' }, TODAY, '2023-10-14')).toBe('All reports');
    expect(rangeTitle({ kind: 'all' }, TODAY, '2023-10-13')).toBe('The last 1,100 days (the longest range)');
    expect([singleDay({ kind: 'today' }, TODAY), singleDay(days('2026-10-10', TODAY), TODAY)]).toEqual([
      TODAY,
      null,
    ]);
  });
});
