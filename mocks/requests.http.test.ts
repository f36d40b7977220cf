import { describe, expect, it } from 'vitest';
import { CONTRACTS, type ContractUnderTest } from '../src/service/contract/contract-under-test.fixture.ts';
import type { components as form1 } from '../src/service/contract/form-1.types.generated.ts';
import type { components } from '../src/service/contract/form-2.types.generated.ts';
import { BAD_TARGETS } from '../src/service/http/api/bad-values.fixture.ts';
import { ask, mocksUnderTest, read } from './mock-under-test.fixture.ts';
import { SCENARIO_NAMES } from './scenarios.ts';

type Schemas = components['schemas'];
type Form1 = form1['schemas'];
type Page = Schemas['ReportPage'];

const mockWith = mocksUnderTest();
const [, contract] = CONTRACTS as [ContractUnderTest, ContractUnderTest];

describe('the scenario of a request', () => {
  it('is chosen by Prefer, by the query, or for the whole mock, in this order', async () => {
    const mock = await mockWith({ scenario: 'closed' });
    const isOpen = async (path: string, headers = {}): Promise<unknown> => {
      const { hours } = (await (await ask(mock, path, headers)).json()) as Schemas['Status'];
      return [hours.is_open, hours.closing_soon];
    };
    expect(await isOpen('/api/v1/status')).toEqual([false, false]);
    expect(await isOpen('/api/v1/status?__example=rush')).toEqual([true, false]);
    const prefer = { Prefer: 'respond-async, example="closing-soon"' };
    expect(await isOpen('/api/v1/status?__example=rush', prefer)).toEqual([true, true]);
  });

  it.each([
    ['', { Prefer: 'example=lunch' }, 'Prefer: example', `Use one of ${SCENARIO_NAMES.join(', ')}.`],
    ['?__example=lunch', {}, '__example', 'unknown scenario \\"lunch\\".'],
    ['', { Prefer: 'code=418' }, 'Prefer: code', 'Use one of 200, 400, 401, 404, 429, 500, 503'],
    ['', { Prefer: 'delay=90000' }, 'Prefer: delay', 'from 0 to 60000'],
  ])(
    'and other preferences have only values that exist: %s %o',
    async (query, headers, parameter, message) => {
      const response = await ask(
        await mockWith(),
        `/api/v1/status${query}`,
        headers as Record<string, string>,
      );
      expect(response.status).toBe(400);
      const text = await response.text();
      expect(text).toContain(`"parameter":"${parameter}"`);
      expect(text).toContain(message);
    },
  );
});

describe('errors on demand', () => {
  it.each([
    ['/api/v1/status', 'text/html'],
    ['/api/v1/export.csv', 'application/json'],
  ])('reach clients that accept something else: %s, %s', async (path, accept) => {
    const mock = await mockWith({ scenario: 'quota-exceeded' });
    expect((await ask(mock, path, { Accept: accept })).status).toBe(429);
    expect((await ask(mock, path, { Accept: accept, Prefer: 'code=500' })).status).toBe(500);
    expect((await ask(mock, path, { Accept: accept, Prefer: 'example=rush' })).status).toBe(200);
  });

  it.each([400, 401, 404, 429, 500, 503])('%i by Prefer and by the query', async (code) => {
    const mock = await mockWith();
    for (const response of [
      await ask(mock, '/api/v1/chart', { Prefer: `code=${code}` }),
      await ask(mock, `/api/v1/export.csv?__code=${code}`),
    ]) {
      expect(response.status).toBe(code);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status: code });
    }
  });

  it.each(contract.responses.filter(({ status }) => status === '400'))(
    '400 from $operationId is the first example of the document',
    async ({ path, examples }) => {
      const response = await ask(await mockWith(), path, { Prefer: 'code=400' });
      expect(await response.json()).toEqual(Object.values(examples)[0]?.value);
    },
  );

  it('503 says when to try again', async () => {
    const response = await ask(await mockWith(), '/api/v1/status', { Prefer: 'code=503' });
    const { examples } = contract.response('getStatus', '503');
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual(examples['unavailable']?.value);
  });

  it('429 says that the quota resets at the next local midnight', async () => {
    const response = await ask(await mockWith({ scenario: 'quota-exceeded' }), '/api/v1/status');
    const seconds = String(11.5 * 3600);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': seconds,
      ratelimit: `"daily";r=0;t=${seconds}`,
      'ratelimit-policy': '"daily";q=1000;w=86400',
    });
    const { examples } = contract.response('getStatus', '429');
    const text = JSON.stringify(examples['quota-exceeded']?.value)
      .replace('2026-10-16', '2026-11-20')
      .replace('2026-10-17T00:00:00-07:00', '2026-11-21T00:00:00-08:00');
    expect(await response.json()).toEqual(JSON.parse(text));
  });

  it('a response is delayed on request', async () => {
    const begin = performance.now();
    await ask(await mockWith(), '/api/v1/status', { Prefer: 'delay=300' });
    expect(performance.now() - begin).toBeGreaterThan(290);
  });
});

it.each([
  [undefined, 401],
  ['Token', 401],
  ['Token ', 401],
  ['Bearer any', 401],
  ['any', 401],
  ['Token two words', 401],
  ['token x', 200],
])('the header %j gets %i: any key will do', async (authorization, status) => {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const response = await fetch(`${(await mockWith()).url}/api/v1/status`, { headers });
  expect(response.status).toBe(status);
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null);
});

describe('parameters', () => {
  it.each([
    ['/api/v1/chart?since=abc&until=xyz', 'since,until', 'date'],
    [
      '/api/v1/chart?since=2026-11-20&until=2026-11-19',
      'since,until',
      '2026-11-20 must not be after until (2026-11-19)',
    ],
    ['/api/v1/chart?since=2020-01-01', 'since', 'days; a chart covers at most 1100.'],
    ['/api/v1/chart?since=9999-12-31', 'since', 'the last possible day is 9999-12-30'],
    ['/api/v1/patterns?untill=2026-11-20', 'untill', 'it has since and until'],
    ['/api/v1/status?since=2026-11-20&__code=200', 'since', 'it has none'],
    ['/api/v1/reports?limit=201', 'limit', 'must be an integer from 1 to 200 (default 8), not "201".'],
    ['/api/v1/reports?limit=2&limit=3', 'limit', 'is given more than once; give it once.'],
    ['/api/v1/reports?cursor=bm9uc2Vuc2U', 'cursor', 'is not a cursor of this service'],
    ['/api/v1/chart?since=2026-02-30', 'since', '"2026-02-30" is not in the calendar'],
    ['/api/v1/status?__dynamic=true', '__dynamic', 'accepts __example, __code, __delay'],
  ])('400 names each parameter and its mistake: %s', async (path, parameters, message) => {
    const response = await ask(await mockWith(), path);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { parameter: string; message: string }[] };
    expect(errors.map(({ parameter }) => parameter).join()).toBe(parameters);
    expect(errors.map((error) => error.message).join()).toContain(message);
  });

  it('get 400 where they get it from the service', async () => {
    const mock = await mockWith();
    for (const target of BAD_TARGETS) expect((await ask(mock, `/api/v1/${target}`)).status, target).toBe(400);
  });

  it.each(['2026-11-21', '9999-12-31'])(
    'of a chart that give only a future end show every report: %s',
    async (until) => {
      const mock = await mockWith();
      const today = await read<{ scatter: object[] }>(mock, '/api/v1/chart?until=2026-11-20');
      expect(today.scatter.length).toBeGreaterThan(100);
      expect(await read(mock, `/api/v1/chart?until=${until}`)).toEqual(today);
    },
  );
});

describe('pages', { timeout: 30_000 }, () => {
  it('keep the scenario of the first one, end, and contain every report once', async () => {
    const prefer = { Prefer: 'example=rush' };
    const mock = await mockWith({ scenario: 'empty' });
    const seen: number[] = [];
    let path: string | null = '/api/v1/reports?limit=113&cursor=';
    for (let pages = 0; path !== null && pages < 50; pages += 1) {
      // Only the first page asks for the scenario; the cursor keeps it.
      const page: Page = (await (await ask(mock, path, pages === 0 ? prefer : {})).json()) as Page;
      expect(page.previous === null).toBe(pages === 0);
      seen.push(...page.results.map(({ id }) => id));
      path = page.next;
    }
    const csv = await (await ask(mock, '/api/v1/export.csv', prefer)).text();
    expect(path).toBeNull();
    expect(seen.length).toBe(csv.trim().split('\r\n').length - 1);
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
  });

  it('have full links with the host of the request, or of its proxy', async () => {
    const mock = await mockWith();
    const local = mock.url.replace('127.0.0.1', 'localhost');
    const direct = (await (await ask(mock, `${local}/api/v1/reports`)).json()) as Page;
    expect(direct.next).toMatch(new RegExp(`^${local}/api/v1/reports\\?limit=8&cursor=[\\w-]+$`));
    const proxy = { 'X-Forwarded-Host': 'app.example.edu', 'X-Forwarded-Proto': 'https' };
    const proxied = (await (await ask(mock, '/api/v1/reports', proxy)).json()) as Page;
    expect(proxied.next).toMatch(/^https:\/\/app\.example\.edu\/api\/v1\/reports\?/);
  });
});

it('the contract and every image that a response links to can be loaded', async () => {
  const mock = await mockWith({ form: 1 });
  const { results } = await read<Form1['ReportPage']>(mock, '/api/v1/reports?limit=200');
  const { highlights } = await read<Schemas['Highlights']>(await mockWith(), '/api/v1/highlights?days=60');
  expect(highlights.length).toBeGreaterThan(40);
  const pictures = [
    ...results.flatMap(({ photo_url }) => photo_url ?? []),
    ...highlights.flatMap(({ photo }) => [photo.image_url, photo.thumbnail_url]),
  ];
  for (const url of [...pictures.slice(0, 20), `${mock.url}/openapi.yaml`, `${mock.url}/openapi.json`])
    expect((await fetch(url)).status, url).toBe(200);
  expect((await fetch(pictures[0] ?? '')).headers.get('content-type')).toBe('image/svg+xml');
});

it('a browser can send a preflight without a key', async () => {
  const headers = {
    Origin: 'http://localhost:5173',
    'Access-Control-Request-Headers': 'authorization,prefer',
  };
  const response = await fetch(`${(await mockWith()).url}/api/v1/status`, { method: 'OPTIONS', headers });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization,prefer');
});

it.each([
  ['GET', '/api/v1/nothing', 404, 2],
  ['GET', '/api/v1/highlights', 404, 1],
  ['POST', '/api/v1/status', 405, 2],
  ['HEAD', '/api/v1/status', 200, 2],
] as const)('%s %s is %i in Form %i', async (method, path, status, form) => {
  const { url } = await mockWith({ form });
  const response = await fetch(url + path, { method, headers: { Authorization: 'Token any' } });
  const text = await response.text();
  expect(response.status).toBe(status);
  if (method === 'HEAD') expect(text).toBe('');
  else expect(JSON.parse(text)).toMatchObject({ status });
});
