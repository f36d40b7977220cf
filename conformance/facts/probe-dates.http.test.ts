import { describe, expect, it } from 'vitest';
import { type Change, gateOn, inBodies, withOutcome } from '../testing/run-gate.fixture.ts';
import { weekdayOf } from './calendar.ts';

interface Chart {
  readonly open_window: { closed: readonly object[] } | null;
  scatter: { t: string }[];
  readonly line: { readonly t: string; value: number | null }[];
}

const sunday = 6;
const isSunday = ({ t }: { readonly t: string }) => weekdayOf(t.slice(0, 10)) === sunday;

/** Nobody reports on Sundays, when the venue is closed. */
const withoutSundays: readonly Change[] = [
  inBodies('patterns', ({ by_weekday }: { by_weekday: object[] }) =>
    Object.assign(by_weekday[sunday] ?? {}, { value: 0, report_count: 0 }),
  ),
  inBodies('reports', (page: { results: { readonly created_at: string }[] }) => {
    page.results = page.results.filter(({ created_at }) => !isSunday({ t: created_at }));
  }),
  (response, { path }) =>
    path.endsWith('.csv')
      ? {
          ...response,
          body: response.body
            .split('\r\n')
            .filter((t) => !isSunday({ t }))
            .join('\r\n'),
        }
      : response,
  inBodies('chart', (chart: Chart) => {
    chart.scatter = chart.scatter.filter((report) => !isSunday(report));
    for (const point of chart.line) if (isSunday(point)) point.value = null;
  }),
];

/** The line of a Sunday has values. */
const valued = inBodies('chart', ({ line }: Chart, { query }) => {
  const isDay = query.has('since') && query.get('since') === query.get('until');
  for (const point of line) if (isDay && isSunday(point)) point.value = 3;
});

const changed =
  (...changes: readonly Change[]): Change =>
  (response, request) =>
    changes.reduce((one, change) => change(one, request), response);

describe.each([
  ['on a Friday', { now: '2026-11-20T12:35:10' }],
  ['on a Monday', { now: '2026-11-16T12:35:10' }],
  ['on a Sunday', { now: '2026-11-22T12:35:10' }],
  ['with nine days of reports', { now: '2026-11-19T12:35:10', days: 9 }],
  ['with a long feed, which leaves no room', { count: 1500, days: 45 }],
  ['after a clock change on a weekday', { now: '2026-03-31T12:35:10', zone: 'Asia/Jerusalem' }],
])('a weekday that patterns show to be closed, %s', (_title, store) => {
  const options = { form: 2, hours: 'campus', ...store } as const;

  it('is requested, so that values in its line fail', async () => {
    const result = await gateOn(options, changed(...withoutSundays, valued));
    expect(withOutcome(result, 'fail')).toContain('chart.line-null-closed');
    expect(result.requests).toBeLessThanOrEqual(60);
  });

  it('passes without values', async () => {
    const result = await gateOn(options, changed(...withoutSundays));
    expect(withOutcome(result, 'pass')).toContain('chart.line-null-closed');
  });
});

/** The window of today's chart has no closed part. */
const withoutClosedParts = inBodies('chart', ({ open_window }: Chart, { query }) => {
  if (open_window !== null && !query.has('since')) open_window.closed = [];
});

describe.each([
  ['the window of today', []],
  ['a status', [withoutClosedParts]],
])('a weekday that %s shows to be closed, with too few reports for patterns', (_title, changes) => {
  const options = { form: 2, hours: 'campus', now: '2026-11-22T12:35:10', count: 30, days: 5 } as const;

  it('is requested, so that values in its line fail', async () => {
    const result = await gateOn(options, changed(...withoutSundays, ...changes, valued));
    expect(withOutcome(result, 'fail')).toContain('chart.line-null-closed');
  });
});
