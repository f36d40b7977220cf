import { expect, it } from 'vitest';
import { LocalTime } from '../../../service/domain/local-time.ts';
import { shortTime, table } from './table.ts';

const rowsOf = (...rows: readonly (readonly string[])[]) => rows.map((cells) => ({ cells }));

it('aligns columns, whatever the script of their cells', () => {
  expect(table(['ID', 'NAME', 'STATE'], rowsOf(['1', 'Größe 🦆', 'active'], ['23', 'x', '']))).toBe(
    'ID  NAME     STATE\n1   Größe 🦆  active\n23  x',
  );
});

it('prints nothing that a terminal interprets, and no line that looks like another row', () => {
  const rows = [{ cells: ['a\u001b[2J\nb\u202e'], below: ['c\u001b[2J\n1  d'] }];
  expect(table(['NAME'], rows)).toBe('NAME\na\\u{1b}[2J b\\u{202e}\n    c\\u{1b}[2J 1 d');
});

it('wraps what stands below a row, but not within words', () => {
  const url = `https://${'x'.repeat(90)}`;
  const text = `${'words '.repeat(14)}${url} end`;
  expect(table(['ID'], [{ cells: ['1'], below: [text, ''] }, { cells: ['2'] }]).split('\n')).toEqual([
    'ID',
    '1',
    `    ${'words '.repeat(11)}words`,
    '    words words',
    `    ${url}`,
    '    end',
    '2',
  ]);
});

it('moves the last cell of a row below it if the row would be wider than 80 columns', () => {
  const name = 'n'.repeat(70);
  expect(table(['NAME', 'DETAIL'], rowsOf([name, 'eight --'], ['x', 'nine ----'], ['y', '']))).toBe(
    `NAME${' '.repeat(68)}DETAIL\n${name}  eight --\nx\n    nine ----\ny`,
  );
});

it('shows times in the time zone of the venue', () => {
  const time = new LocalTime('America/Los_Angeles');
  expect(shortTime(1_792_179_030_000_001, time)).toBe('2026-10-16 12:30');
  expect(shortTime(null, time)).toBe('');
});
