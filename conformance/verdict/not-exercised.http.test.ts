import { expect, it } from 'vitest';
import type { Options } from '../reference/options.ts';
import { type Change, gateOn, inBodies } from '../testing/run-gate.fixture.ts';

const quick = { count: 60, days: 20 } as const;

/** The reasons why requirements were not tested, by requirement. */
async function reasonsOn(
  options: Partial<Options>,
  change?: Change,
): Promise<Record<string, string | undefined>> {
  const { outcomes } = await gateOn({ ...quick, ...options }, change);
  return Object.fromEntries(
    outcomes.flatMap(({ requirement, outcome, findings }) =>
      outcome === 'not-exercised' ? [[requirement, findings[0]?.message]] : [],
    ),
  );
}

const responding =
  (endpoint: string, status: number): Change =>
  (response, { path }) =>
    path.endsWith(`/${endpoint}`) && response.status === 200 ? { ...response, status } : response;

const openWithoutEnd = inBodies('status', ({ hours }: { hours: object }) =>
  Object.assign(hours, { is_open: true, opens_at: null, closes_at: null, minutes_until_close: null }),
);

it.each<[string, string, string, Partial<Options>, Change?]>([
  ['closed', 'hours.minutes-agree', 'the venue was closed', { hours: 'never' }],
  [
    'open without end',
    'hours.minutes-agree',
    'the venue was open without a closing time',
    {},
    openWithoutEnd,
  ],
  [
    'open without end',
    'hours.window-agrees',
    'the venue was open without a closing time',
    {},
    openWithoutEnd,
  ],
  [
    'open, with hours that nobody can read',
    'hours.minutes-agree',
    'the opening information could not be read',
    {},
    inBodies('status', ({ hours }: { hours: object }) => Object.assign(hours, { closes_at: 'late' })),
  ],
  [
    'about to begin a new day',
    'hours.window-agrees',
    'a new day may have begun during the run',
    { now: '2026-11-20T23:59:59', hours: 'late', tick: 100 },
  ],
  ['without reports', 'reports.order', 'there are no reports', { count: 0 }],
  ['without reports', 'chart.scatter-complete', 'there are no reports', { count: 0 }],
  ['with one report', 'reports.order', 'there is a single report', { count: 1 }],
  [
    'whose first reports arrive',
    'export.rows',
    'the first reports arrived during the run',
    { count: 0, arrivals: 5 },
  ],
  ['without reports', 'highlights.order', 'there are no highlights', { count: 0 }],
  [
    'without a working export',
    'export.rows',
    'export.csv never responded with 200, but with 500',
    {},
    responding('export.csv', 500),
  ],
  [
    'whose status is not JSON',
    'status.message',
    'http.json fails, so there was nothing to check',
    {},
    (response, { path }) =>
      path.endsWith('/status') && response.status === 200 ? { ...response, body: 'later' } : response,
  ],
  [
    'whose hours are null',
    'hours.is_open',
    'status.hours fails, so there was nothing to check',
    {},
    inBodies('status', (body: object) => Object.assign(body, { hours: null })),
  ],
])('a venue %s: %s was not tested since %s', async (_venue, requirement, reason, options, change) => {
  expect((await reasonsOn(options, change))[requirement]).toBe(reason);
});

it('a feed that cannot be read is not called empty', async () => {
  const unreadable = inBodies('reports', (body: object) => Object.assign(body, { results: ['?'] }));
  const reasons = await reasonsOn({ count: 0 }, unreadable);
  expect(new Set(Object.values(reasons))).not.toContain('there are no reports');
  expect(reasons['chart.scatter-complete']).toBe('no report could be read');
});
