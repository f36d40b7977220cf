import { expect, it } from 'vitest';
import { csvOf } from './figure-files.ts';

it('writes a table as CSV, with plain names and empty cells', () => {
  const table = {
    caption: 'People',
    columns: ['Time', 'People', 'Typical "Friday", or so'],
    rows: [
      ['11:00am', 5, '–'],
      ['11:15am (now)', 6.5, 7],
    ],
    names: ['2026-10-16T11:00:00-07:00', '2026-10-16T11:15:00-07:00'],
  };
  expect(csvOf(table)).toBe(
    'Time,People,"Typical ""Friday"", or so"\r\n2026-10-16T11:00:00-07:00,5,\r\n2026-10-16T11:15:00-07:00,6.5,7\r\n',
  );
  expect(csvOf({ caption: '', columns: ['Hour'], rows: [['7am']] })).toBe('Hour\r\n7am\r\n');
});
