import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, readView, type View, viewFragment } from './view.ts';

const view = (changes: Partial<View>): View => ({ ...FIRST_VIEW, ...changes });

describe('a view in the address', () => {
  it.each([
    ['', FIRST_VIEW],
    ['range=7d', view({ range: { kind: 'last', days: 7 } })],
    ['range=all', view({ range: { kind: 'all' } })],
    ['range=2026-10-12', view({ range: { kind: 'days', since: '2026-10-12', until: '2026-10-12' } })],
    [
      'range=2026-10-12..2026-10-14',
      view({ range: { kind: 'days', since: '2026-10-12', until: '2026-10-14' } }),
    ],
    ['typical=28', view({ typical: '28' })],
    [
      'range=7d&typical=28&highlights=60',
      { range: { kind: 'last', days: 7 }, typical: '28', highlights: '60' },
    ],
  ] satisfies [string, View][])('“%s” is read and written', (fragment, expected) => {
    expect(readView(new URLSearchParams(fragment))).toEqual(expected);
    expect(viewFragment(expected)).toBe(fragment);
  });

  const ranges =
    '1d 1101d 2026-02-30 2026-10-14..2026-10-12 2026-10-12..2026-10-13..2026-10-14 0001-01-01 3000-01-01 soon';
  it.each([
    ...ranges.split(' ').map((range) => `range=${range}`),
    'range=%E0%A4%A',
    'typical=12',
    'highlights=8',
    'range=&range=7d',
  ])('“%s” is ignored', (fragment) => {
    expect(readView(new URLSearchParams(fragment))).toEqual(FIRST_VIEW);
  });

  it('reads what is valid beside what is not', () => {
    expect(readView(new URLSearchParams('range=soon&typical=28&color=red'))).toEqual(view({ typical: '28' }));
  });
});
