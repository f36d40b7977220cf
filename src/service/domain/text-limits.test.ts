import { expect, it } from 'vitest';
import { cut, isWithin } from './text-limits.ts';

it.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['🌞🌞🌞', 3, '🌞🌞🌞'],
  ['🌞🌞🌞🌞', 3, '🌞🌞…'],
  ['a🌞b🌞c', 3, 'a🌞…'],
  ['🌞'.repeat(1_000_000), 3, '🌞🌞…'],
])(
  'a text of too many characters is cut between two of them, and ends with an ellipsis (%#)',
  (text, most, expected) => {
    expect(cut(text, most)).toBe(expected);
    expect(isWithin(text, most)).toBe(text === expected);
    expect(isWithin(cut(text, most), most)).toBe(true);
  },
);
