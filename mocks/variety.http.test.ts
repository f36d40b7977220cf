import { describe, expect, it } from 'vitest';
import type { MockOptions } from './main.ts';
import { ask, failuresOf, mocksUnderTest, read } from './mock-under-test.fixture.ts';
import { isChosen, POINTS, varietyOf } from './variety.ts';

const mockWith = mocksUnderTest();
/** Points that only a closed venue shows. */
const WHILE_CLOSED = ['noEstimate', 'lastUpdated', 'message', 'closedFields'];
/** Deployments that differ at many points, while they are open or closed. */
const SEEDS = [1, 2, 3, 4, 5, 6].map(
  (vary) => ({ vary, scenario: vary % 2 === 0 ? 'closed' : 'rush' }) as const,
);

/** The other choices of every point that none of the seeds makes, each alone. */
const CHOICES = Object.entries(POINTS).flatMap(([name, [, ...others]]) => {
  const scenario = WHILE_CLOSED.includes(name) ? ('closed' as const) : ('rush' as const);
  const seeds = SEEDS.filter((one) => scenario === 'rush' || one.scenario === scenario);
  return others
    .filter(([choice]) => !seeds.some(({ vary }) => isChosen(choice, varietyOf(vary, 2))))
    .map(([vary, text]) => [text, { vary, scenario }] as const);
});

describe('another deployment', { timeout: 60_000 }, () => {
  it.each([
    ...SEEDS.map((options) => ({ ...options, form: 2 as const })),
    ...SEEDS.slice(0, 4).map((options) => ({ ...options, form: 1 as const })),
  ])('passes the gate with the seed $vary, $scenario, Form $form', async ({ form, ...options }) => {
    expect(await failuresOf(await mockWith({ form, ...options }), form)).toEqual([]);
  });
});

describe('a choice', { timeout: 60_000 }, () => {
  it.each<readonly [string, Partial<MockOptions>]>([
    ...CHOICES,
    [
      'a line in opening hours that go past midnight',
      { vary: { lineExtent: 'hours' }, now: '2026-11-20T23:15:00-08:00' },
    ],
  ])('passes the gate alone: %s', async (_, options) => {
    expect(await failuresOf(await mockWith(options), 2)).toEqual([]);
  });

  it('of photos that are missing gives 404 where a response links to', async () => {
    const mock = await mockWith({ vary: { hasPhotos: false } });
    const { highlights } = await read<{ highlights: { photo: { image_url: string } }[] }>(
      mock,
      '/api/v1/highlights',
    );
    expect((await fetch(highlights[0]?.photo.image_url ?? '')).status).toBe(404);
  });

  it.each([
    ['reports?limit=500', 400, {}],
    ['reports?limit=500', 422, { badNumber: 422 }],
    ['chart?since=yesterday', 422, { badDate: 422 }],
    ['chart?since=2026-11-20&until=2026-11-19', 422, { reversed: 422 }],
    ['reports?limit=500', 200, { badNumber: 'clamp' }],
    ['reports?page=2', 200, { unknownParameter: 'ignore' }],
    ['reports?limit=500&__code=400', 400, { badNumber: 422 }],
  ] as const)('of invalid parameters: %s gets %i', async (path, status, vary) => {
    const response = await ask(await mockWith({ vary }), `/api/v1/${path}`);
    expect(response.status).toBe(status);
    if (status !== 200) expect(await response.json()).toMatchObject({ status });
  });

  it.each([
    ['problem', 'application/problem+json', /^\{/],
    ['text', 'text/plain', /^Unauthorized$/],
    ['empty', null, /^$/],
  ] as const)('of the body of a 401: %s', async (unauthorizedBody, type, body) => {
    const mock = await mockWith({ vary: { unauthorizedBody } });
    const response = await fetch(`${mock.url}/api/v1/status`);
    expect([response.status, response.headers.get('content-type')]).toEqual([401, type]);
    expect(response.headers.get('www-authenticate')).toBe('Token');
    expect(await response.text()).toMatch(body);
  });

  it('is printed at the start, and served at the root', async () => {
    const mock = await mockWith({ vary: { message: 'never', csvBom: true } });
    expect(mock.welcome).toContain('no messages');
    expect(await (await fetch(mock.url)).text()).toContain('the export begins with a byte order mark');
  });
});
