import { describe, expect, it } from 'vitest';
import { FIRST_VIEW, isAdjusted, readView, type View, viewFragment } from './view.ts';

const view = (changes: Partial<View>): View => ({ ...FIRST_VIEW, ...changes });
const week = (changes: Partial<View['week']>): View => view({ week: { ...FIRST_VIEW.week, ...changes } });
const chart = (changes: Partial<View['chart']>): View => view({ chart: { ...FIRST_VIEW.chart, ...changes } });

describe('a view in the address', () => {
  it.each([
    ['', FIRST_VIEW],
    ['range=7d', chart({ range: { kind: 'last', days: 7 } })],
    ['range=28d', chart({ range: { kind: 'last', days: 28 } })],
    ['range=all', chart({ range: { kind: 'all' } })],
    ['range=2026-10-12', chart({ range: { kind: 'days', since: '2026-10-12', until: '2026-10-12' } })],
    [
      'range=2026-10-12..2026-10-14',
      chart({ range: { kind: 'days', since: '2026-10-12', until: '2026-10-14' } }),
    ],
    ['compare=2026-10-09', chart({ compare: { date: '2026-10-09' } })],
    ['compare=week-before', chart({ compare: 'week-before' })],
    ['compare=day-before', chart({ compare: 'day-before' })],
    ['compare=nothing', chart({ compare: 'nothing' })],
    ['form=1', view({ form: 1 })],
    ['form=2', view({ form: 2 })],
    ['typical=28', week({ window: '28' })],
    ['typical=all', week({ window: 'all' })],
    ['week=fri-12', week({ opened: { weekday: 4, hour: 12 } })],
    ['week=mon-0', week({ opened: { weekday: 0, hour: 0 } })],
    ['week=sun', week({ opened: { weekday: 6, hour: null } })],
    ['highlights=30', view({ highlights: '30' })],
    [
      'form=2&range=7d&compare=nothing&typical=28&week=sat-23&highlights=60',
      {
        form: 2,
        chart: { range: { kind: 'last', days: 7 }, compare: 'nothing' },
        week: { window: '28', opened: { weekday: 5, hour: 23 } },
        highlights: '60',
      },
    ],
  ] satisfies [string, View][])('“%s” is read and written', (fragment, expected) => {
    expect(readView(new URLSearchParams(fragment))).toEqual(expected);
    expect(viewFragment(expected)).toBe(fragment);
  });

  it.each([
    'range=',
    'range=yesterday',
    'range=0d',
    'range=1d',
    'range=1101d',
    'range=99999d',
    'range=-7d',
    'range=2026-02-30',
    'range=2026-13-01..2026-14-01',
    'range=2026-10-14..2026-10-12',
    'range=2026-10-12..2026-10-13..2026-10-14',
    'range=0001-01-01',
    'range=9999-12-31',
    'range=<script>',
    'range=%E0%A4%A',
    'compare=typical',
    'compare=last-friday',
    'compare=2026-02-30',
    'form=auto',
    'form=3',
    'typical=56',
    'typical=12',
    'week=friday',
    'week=fri-24',
    'week=fri-',
    'week=xxx-1',
    'highlights=8',
    'sort=age',
    'range=&range=7d',
  ])('“%s” is ignored', (fragment) => {
    expect(readView(new URLSearchParams(fragment))).toEqual(FIRST_VIEW);
  });

  it('reads what is valid beside what is not', () => {
    expect(readView(new URLSearchParams('range=soon&typical=28&color=red'))).toEqual(week({ window: '28' }));
  });

  it.each([
    ['compare=2026-10-09', 'compare=2026-10-08', true],
    ['compare=2026-10-09&week=fri', 'compare=2026-10-08&week=fri', true],
    ['compare=2026-10-09', 'compare=2026-10-08&week=fri', false],
    ['compare=2026-10-09', 'compare=2026-10-09&week=fri', false],
    ['range=2026-10-12&compare=2026-10-09', 'compare=2026-10-08', false],
    ['', 'compare=2026-10-09', false],
    ['compare=2026-10-09', 'compare=nothing', false],
  ])('from “%s” to “%s”, only the date to compare with is adjusted: %s', (before, after, expected) => {
    const [one, other] = [before, after].map((text) => readView(new URLSearchParams(text)));
    expect(isAdjusted(one as View, other as View)).toBe(expected);
  });
});
