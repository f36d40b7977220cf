import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { POISON } from '../testing/hostile.fixture.ts';
import { limits } from './limits.ts';
import { counted, printable, printableJson, printableLines } from './printable.ts';

it.each([
  [0, 'report', undefined, '0 reports'],
  [1, 'report', undefined, '1 report'],
  [2, 'report', undefined, '2 reports'],
  [1, 'entry', 'entries', '1 entry'],
  [3, 'person', 'people', '3 people'],
  [0.5, 'minute', undefined, '0.5 minutes'],
] as const)('counts %d with its noun %s', (count, noun, nouns, text) => {
  expect(counted(count, noun, nouns)).toBe(text);
});

describe('printable', () => {
  it.each([
    ['plain – “text” ✗ 漢字 😀', 'plain – “text” ✗ 漢字 😀'],
    ['\u001b[31m', '\\u001b[31m'],
    ['\u009b31m', '\\u009b31m'],
    ['a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['\ud800', '\\ud800'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['::error::x', ': :error::x'],
    ['  ::add-mask::x', '  : :add-mask::x'],
    ['connect ECONNREFUSED ::1:80', 'connect ECONNREFUSED ::1:80'],
    ['a ##[group]b', 'a ## [group]b'],
    ['##vso[task]', '## vso[task]'],
  ])('turns %j into %j', (text, harmless) => {
    expect(printable(text)).toBe(harmless);
  });

  it('reaches every text of a value, names included', () => {
    expect(printable({ '\u001b': [{ seen: '\n' }], count: 1, none: null })).toEqual({
      '\\u001b': [{ seen: '\\n' }],
      count: 1,
      none: null,
    });
  });

  it('cuts long texts with a note', () => {
    expect(printable('a'.repeat(limits.textLength + 7))).toMatch(/^a+… \(7 more characters\)$/);
    expect(printableLines('a\n'.repeat(limits.textLength))).toMatch(/… \(2000 more characters\)$/);
  });

  it('keeps the line breaks of a text that has lines, and makes each line harmless', () => {
    expect(printableLines('a\r\n::error::b\u001b')).toBe('a\n: :error::b\\u001b');
  });

  it('writes JSON from which the same value is read, without a character that is not seen', () => {
    const value = { [POISON]: [POISON] };
    expect(JSON.parse(printableJson(value))).toEqual(value);
    expect(printableJson(value)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  });
});

// The commands print their own words, paths of the user, and what printable has made
it('no other parts of the gate print than these', () => {
  const root = new URL('..', import.meta.url);
  const printing = globSync('**/*.ts', { cwd: root })
    .filter((name) => !/[.](test|fixture)[.]ts$/.test(name))
    .filter((name) => /console[.]|(stdout|stderr)[.]write/.test(readFileSync(new URL(name, root), 'utf8')))
    .filter((name) => !name.startsWith('reference'));
  expect(printing.toSorted()).toEqual([
    'commands/compare.ts',
    'commands/failure.ts',
    'commands/note.ts',
    'commands/repeat.ts',
    'commands/run.ts',
    'reports/publish.ts',
    'safety/thread.ts',
  ]);
});
