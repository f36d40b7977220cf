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

/** What a problem says about parameters. */
async function errorsOf(response: Response) {
  const { errors } = (await response.json()) as { errors: { parameter: string; message: string }[] };
  return errors;
}

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
    ['/api/v1/status', { Prefer: 'example=lunch' }, 'Prefer: example'],
    ['/api/v1/reports?__example=lunch', {}, '__example'],
  ])(
    'is rejected if it does not exist, with a list of the scenarios: %s',
    async (path, headers, parameter) => {
      const response = await ask(await mockWith(), path, headers as Record<string, string>);
      expect(response.status).toBe(400);
      expect(await errorsOf(response)).toEqual([
        { parameter, message: `unknown scenario "lunch". Use one of ${SCENARIO_NAMES.join(', ')}.` },
      ]);
    },
  );

  it.each([
    [{ Prefer: 'code=418' }, 'Use one of 200, 400, 401, 404, 429, 500, 503'],
    [{ Prefer: 'delay=90000' }, 'from 0 to 60000'],
  ])('comes with other preferences, whose values are checked too: %o', async (headers, message) => {
    const response = await ask(await mockWith(), '/api/v1/status', headers as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });
});

describe('errors on demand', () => {
  it.each([
    ['/api/v1/status', 'text/html'],
    ['/api/v1/status', 'text/csv'],
    ['/api/v1/export.csv', 'application/json'],
  ])('reach clients that accept something else: %s, %s', async (path, accept) => {
    const mock = await mockWith({ scenario: 'quota-exceeded' });
    expect((await ask(mock, path, { Accept: accept })).status).toBe(429);
    expect((await ask(mock, path, { Accept: accept, Prefer: 'code=500' })).status).toBe(500);
    expect((await ask(mock, path, { Accept: accept, Prefer: 'example=rush' })).status).toBe(200);
  });

  it.each([400, 401, 404, 429, 500, 503])('%i by Prefer and by the query', async (code) => {
    const mock = await mockWith();
    for (const [path, headers] of [
      ['/api/v1/chart', { Prefer: `code=${code}` }],
      [`/api/v1/export.csv?__code=${code}`, {}],
    ] as const) {
      const response = await ask(mock, path, headers);
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

describe('keys', () => {
  it.each([undefined, 'Token', 'Token ', 'Bearer any', 'any', 'Token two words'])(
    '401 with the header %j',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const mock = await mockWith();
      const response = await fetch(`${mock.url}/api/v1/status`, { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Token');
    },
  );

  it('are not checked', async () => {
    const response = await ask(await mockWith(), '/api/v1/status', { Authorization: 'token x' });
    expect(response.status).toBe(200);
  });
});

describe('parameters', () => {
  it.each([
    ['/api/v1/chart?since=yesterday', 'since', 'date'],
    [
      '/api/v1/chart?since=2026-11-20&until=2026-11-19',
      'since',
      '2026-11-20 must not be after until (2026-11-19)',
    ],
    ['/api/v1/chart?since=2020-01-01', 'since', 'days; a chart covers at most 1100.'],
    ['/api/v1/chart?since=9999-12-31', 'since', 'the last possible day is 9999-12-30'],
    ['/api/v1/patterns?untill=2026-11-20', 'untill', 'it has since and until'],
    ['/api/v1/status?since=2026-11-20&__code=200', 'since', 'it has none'],
    ['/api/v1/reports?limit=201', 'limit', 'must be an integer from 1 to 200 (default 8), not "201".'],
    ['/api/v1/reports?limit=2&limit=3', 'limit', 'is given more than once; give it once.'],
    ['/api/v1/reports?cursor=bm9uc2Vuc2U', 'cursor', 'is not a cursor of this service'],
    ['/api/v1/chart?since=', 'since', 'write YYYY-MM-DD'],
    ['/api/v1/chart?since=2026-02-30', 'since', '"2026-02-30" is not in the calendar'],
    ['/api/v1/chart?since=2026-11-19&until=', 'until', 'write YYYY-MM-DD'],
    ['/api/v1/highlights?days=', 'days', 'from 1 to 60'],
    ['/api/v1/highlights?days=0', 'days', 'from 1 to 60'],
    ['/api/v1/status?__dynamic=true', '__dynamic', 'accepts __example, __code, __delay'],
  ])('400 names the parameter and the mistake: %s', async (path, parameter, message) => {
    const response = await ask(await mockWith(), path);
    expect(response.status).toBe(400);
    const errors = await errorsOf(response);
    expect(errors.map((error) => error.parameter)).toContain(parameter);
    expect(errors.map((error) => error.message).join()).toContain(message);
  });
});

it.each(BAD_TARGETS)('400 as from the service: %s', async (target) => {
  expect((await ask(await mockWith(), `/api/v1/${target}`)).status).toBe(400);
});

it.each([
  ['/api/v1/chart?since=abc&until=xyz', ['since', 'until']],
  ['/api/v1/chart?since=2026-11-20&until=2026-11-19', ['since', 'until']],
  ['/api/v1/reports?limit=0', ['limit']],
])('400 names each parameter that is wrong, once: %s', async (path, parameters) => {
  const response = await ask(await mockWith(), path);
  expect((await errorsOf(response)).map(({ parameter }) => parameter)).toEqual(parameters);
});

it.each(['2026-11-21', '2099-01-01', '9999-12-31'])(
  'a chart of which only a future end is given has every report: %s',
  async (until) => {
    const mock = await mockWith();
    const today = await read<{ scatter: object[] }>(mock, '/api/v1/chart?until=2026-11-20');
    expect(today.scatter.length).toBeGreaterThan(100);
    expect(await read(mock, `/api/v1/chart?until=${until}`)).toEqual(today);
  },
);

it('an empty cursor means the first page', async () => {
  const mock = await mockWith();
  const first = await read<Page>(mock, '/api/v1/reports');
  expect((await read<Page>(mock, '/api/v1/reports?cursor=')).results).toEqual(first.results);
});

describe('pages', { timeout: 30_000 }, () => {
  it('keep the scenario of the first one, end, and contain every report once', async () => {
    const scenario = 'rush';
    const mock = await mockWith({ scenario: 'empty' });
    const seen: number[] = [];
    let path: string | null = '/api/v1/reports?limit=113';
    for (let pages = 0; path !== null && pages < 50; pages += 1) {
      // Only the first page asks for the scenario; the cursor keeps it.
      const page: Page = (await (
        await ask(mock, path, pages === 0 ? { Prefer: `example=${scenario}` } : {})
      ).json()) as Page;
      expect(page.previous === null).toBe(pages === 0);
      seen.push(...page.results.map(({ id }) => id));
      path = page.next;
    }
    const csv = await (await ask(mock, '/api/v1/export.csv', { Prefer: `example=${scenario}` })).text();
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

describe('a browser', { timeout: 30_000 }, () => {
  it('can send a preflight without a key', async () => {
    const mock = await mockWith();
    const response = await fetch(`${mock.url}/api/v1/status`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Headers': 'authorization,prefer' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,prefer');
  });

  it('can load the contract and every image that a response links to', async () => {
    const mock = await mockWith({ form: 1 });
    const { results } = await read<Form1['ReportPage']>(mock, '/api/v1/reports?limit=200');
    const other = await mockWith({ form: 2 });
    const { highlights } = await read<Schemas['Highlights']>(other, '/api/v1/highlights?days=60');
    expect(highlights.length).toBeGreaterThan(40);
    const pictures = [
      ...results.flatMap(({ photo_url }) => photo_url ?? []),
      ...highlights.flatMap(({ photo }) => [photo.image_url, photo.thumbnail_url]),
    ];
    for (const url of [...pictures.slice(0, 20), `${mock.url}/openapi.yaml`, `${mock.url}/openapi.json`]) {
      expect((await fetch(url)).status, url).toBe(200);
    }
    expect((await fetch(pictures[0] ?? '')).headers.get('content-type')).toBe('image/svg+xml');
  });
});

describe('unknown paths and methods', () => {
  it.each([
    ['GET', '/api/v1/nothing', 404],
    ['POST', '/api/v1/status', 405],
  ])('%s %s is %i, as a problem document', async (method, path, status) => {
    const mock = await mockWith();
    const response = await fetch(`${mock.url}${path}`, { method, headers: { Authorization: 'Token any' } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status });
  });

  it('include highlights in Form 1', async () => {
    expect((await ask(await mockWith({ form: 1 }), '/api/v1/highlights')).status).toBe(404);
  });

  it('HEAD responds like GET, without a body', async () => {
    const mock = await mockWith();
    const response = await fetch(`${mock.url}/api/v1/status`, {
      method: 'HEAD',
      headers: { Authorization: 'Token any' },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
