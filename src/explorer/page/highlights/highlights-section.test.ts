import { expect, it } from 'vitest';
import { exampleOf } from '../deployment/examples.fixture.ts';
import { highlightDates } from './highlights-section.ts';

const [example] = exampleOf('/api/v1/highlights', 'week').highlights;

it.each([
  ['2026-10-16', '2026-10-10T23:59:59-07:00', 'Fri 16 Oct', 'Sat 10 Oct'],
  ['2026-01-02', '2025-12-31T12:00:00-08:00', 'Fri 2 Jan', 'Wed 31 Dec 2025'],
])(
  'a photo for %s, taken at %s, was brought back on %s and taken on %s',
  (date, created_at, broughtBack, taken) => {
    if (example === undefined) throw new Error('the contract has no example');
    const dates = highlightDates({ date, photo: { ...example.photo, created_at } });
    expect(dates).toEqual({ broughtBack, taken });
  },
);
