import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, readView, type View, viewFragment } from './view.ts';

const view = (changes: Partial<View>): View => ({ ...FIRST_VIEW, ...changes });

describe('a view in the address', () => {
  it.each([
    ['', FIRST_VIEW],
    ['range=7d', view({ range: { kind: 'last', days: 7 } })],
    ['range=28d', view({ range: { kind: 'last', days: 28 } })],
    ['range=all', view({ range: { kind: 'all' } })],
    ['range=2026-10-12', view({ range: { kind: 'days', since: '2026-10-12', until: '2026-10-12' } })],
    [
      'range=2026-10-12..2026-10-14',
      view({ range: { kind: 'days', since: '2026-10-12', until: '2026-10-14' } }),
    ],
    ['typical=28', view({ typical: '28' })],
    ['typical=all', view({ typical: 'all' })],
    ['highlights=30', view({ highlights: '30' })],
    [
      'range=7d&typical=28&highlights=60',
      { range: { kind: 'last', days: 7 }, typical: '28', highlights: '60' },
    ],
  ] satisfies [string, View][])('“%s” is read and written', (fragment, expected) => {
    expect(readView(new URLSearchParams(fragment))).toEqual(expected);
    expect(viewFragment(expected)).toBe(fragment);
  });

  it.each([
    'range=',
    'range=yesterday',
    'range=1d',
    'range=1101d',
    'range=2026-02-30',
    'range=2026-10-14..2026-10-12',
    'range=2026-10-12..2026-10-13..2026-10-14',
    'range=0001-01-01',
    'range=3000-01-01',
    'range=2026-10-12..soon',
    'range=<script>',
    'range=%E0%A4%A',
    'form=2',
    'typical=12',
    'highlights=8',
    'sort=age',
    'range=&range=7d',
  ])('“%s” is ignored', (fragment) => {
    expect(readView(new URLSearchParams(fragment))).toEqual(FIRST_VIEW);
  });

  it('reads what is valid beside what is not', () => {
    expect(readView(new URLSearchParams('range=soon&typical=28&color=red'))).toEqual(view({ typical: '28' }));
  });
});
