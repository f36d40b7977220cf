import { describe, expect, it } from 'vitest';
import { runGate } from '../conformance/gate.ts';
import { judgingHere } from '../conformance/judging.ts';
import { withOutcome } from '../conformance/testing/run-gate.fixture.ts';
import type { Form } from './form-document.ts';
import type { MockOptions } from './main.ts';
import { ask, mocksUnderTest, read } from './mock-under-test.fixture.ts';
import { SCENARIO_NAMES } from './scenarios.ts';
import { POINTS, type Variety } from './variety.ts';

const mockWith = mocksUnderTest();
const KEY = 'any-key-will-do-0123456789';
const FORMS = [1, 2] as const;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const PATHS = [
  'status',
  'chart',
  'chart?since=2026-11-01',
  'patterns',
  'reports',
  'export.csv',
  'highlights',
];
/** What a closed venue shows. */
const WHILE_CLOSED = ['noEstimate', 'lastUpdated', 'message', 'closedFields'];
/** Every other choice of every point, alone. */
const CHOICES = Object.entries(POINTS).flatMap(([name, [, , ...others]]) =>
  others.map(([choice, text]) => {
    const scenario = WHILE_CLOSED.includes(name) ? 'closed' : 'rush';
    return [text, { vary: { [name]: choice } as Partial<Variety>, scenario }] as const;
  }),
);

/** Checks a mock with the gate at the level of a deployment; the mock accepts any key. */
async function failuresOf(form: Form, options: Partial<MockOptions>): Promise<readonly string[]> {
  const mock = await mockWith({ form, ...options });
  const result = await runGate({ url: mock.url, form, key: KEY, skipDredd: true, judging: judgingHere });
  expect(withOutcome(result, 'pass').length).toBeGreaterThan(50);
  return withOutcome(result, 'fail').filter((id) => id !== 'auth.wrong-key');
}

describe.each(FORMS)('another deployment of Form %i', { timeout: 60_000 }, (form) => {
  it.each(SEEDS)('passes the gate with the seed %i', async (vary) => {
    expect(await failuresOf(form, { vary })).toEqual([]);
  });

  it.each(SEEDS)('responds in every scenario with the seed %i', async (vary) => {
    const mock = await mockWith({ form, vary });
    for (const name of SCENARIO_NAMES) {
      for (const path of PATHS.slice(0, form === 1 ? -1 : undefined)) {
        const response = await ask(mock, `/api/v1/${path}`, { Prefer: `example=${name}` });
        expect(response.status, `${path} ${name}`).toBe(name === 'quota-exceeded' ? 429 : 200);
      }
    }
  });
});

describe('a choice', { timeout: 60_000 }, () => {
  it.each(CHOICES)('passes the gate: %s', async (_, options) => {
    expect(await failuresOf(2, options)).toEqual([]);
  });

  it('of a line in opening hours passes the gate when these go past midnight', async () => {
    const options = { vary: { lineExtent: 'hours' }, now: '2026-11-20T23:15:00-08:00' } as const;
    expect(await failuresOf(2, options)).toEqual([]);
  });

  it('of photos that are missing gives 404 where a response links to', async () => {
    const mock = await mockWith({ vary: { photos: 'missing' } });
    const { highlights } = await read<{ highlights: { photo: { image_url: string } }[] }>(
      mock,
      '/api/v1/highlights',
    );
    expect((await fetch(highlights[0]?.photo.image_url ?? '')).status).toBe(404);
  });

  it.each([
    ['reports?limit=500', 400, { badParameter: 400 }],
    ['reports?limit=500', 422, { badParameter: 422 }],
    ['chart?since=yesterday', 422, { badParameter: 422 }],
    ['reports?limit=500', 200, { aboveMaximum: 'clamped' }],
    ['reports?page=2', 200, { unknownParameters: 'ignored' }],
    ['reports?__code=400', 400, { badParameter: 422 }],
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
    const mock = await mockWith({ vary: { message: 'never', csvMark: '\uFEFF' } });
    expect(mock.welcome).toContain('no messages');
    expect(await (await fetch(mock.url)).text()).toContain('the export begins with a byte order mark');
  });
});
