import { expect, it } from 'vitest';
import { LocalTime } from '../../domain/local-time.ts';
import { shortTime, table } from './table.ts';

it('aligns columns, whatever the script of their cells', () => {
  expect(
    table([
      ['ID', 'NAME', 'STATE'],
      ['1', 'Größe 🦆', 'active'],
      ['23', 'x', ''],
    ]),
  ).toBe('ID  NAME     STATE\n1   Größe 🦆  active\n23  x');
});

it('prints nothing that a terminal interprets, and each row in one line', () => {
  expect(table([['a\u001b[2J\nb\u202e']])).toBe('a\\u{1b}[2J b\\u{202e}');
});

it('shows times in the time zone of the venue', () => {
  const time = new LocalTime('America/Los_Angeles');
  expect(shortTime(1_792_179_030_000_001, time)).toBe('2026-10-16 12:30');
  expect(shortTime(null, time)).toBe('');
});
