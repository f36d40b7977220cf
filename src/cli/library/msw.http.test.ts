import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, it, vi } from 'vitest';
import { CODES } from '../../../mocks/http/preferences.ts';
import { mocksUnderTest, NOON } from '../../../mocks/mock-under-test.fixture.ts';
import { SCENARIO_NAMES } from '../../../mocks/scenarios.ts';
import {
  CONTRACTS,
  type ContractUnderTest,
  exampleQuery,
} from '../../service/contract/contract-under-test.fixture.ts';
import { BAD_TARGETS } from '../../service/http/api/bad-values.fixture.ts';
import { createMockHandlers, type MockHandlerOptions, OptionError } from './msw.ts';

const mockWith = mocksUnderTest();
const AUTHORIZED = { Authorization: 'Token any' };
const URL_OF_MOCK = 'http://127.0.0.1:4010';
/** Fields for a connection and other origins, which only a server sends. */
const OF_THE_SERVER = /^(access-control-.+|connection|date|keep-alive|vary)$/;

interface Reports {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly created_at: string }[];
}

interface Sent {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

async function sentBy(response: Response | undefined): Promise<Sent> {
  if (response === undefined) throw new Error('no handler responds');
  const { status, statusText, headers } = response;
  const own = [...headers].filter(([name]) => !OF_THE_SERVER.test(name));
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status, statusText, headers: own, body };
}

/** A function that sends a request to the mock over HTTP and to the handlers, compares the responses, and returns them. */
async function bothMocks(options: MockHandlerOptions & { readonly form: 1 | 2 }) {
  const { url } = await mockWith(options);
  const handlers = createMockHandlers({ ...NOON, ...options, baseUrl: url });
  return async (target: string, init: RequestInit = { headers: AUTHORIZED }): Promise<Sent> => {
    const [served, handled] = await Promise.all([
      fetch(`${url}${target}`, init).then(sentBy),
      getResponse(handlers, new Request(`${url}${target}`, init)).then(sentBy),
    ]);
    expect(handled, `${init.method} ${target} ${JSON.stringify(init.headers)}`).toEqual(served);
    return handled;
  };
}

/** The path of a link, which begins with the mock's own URL. */
const pathIn = (link: string): string => link.slice(new URL(link).origin.length);

describe.each([1, 2] as const)(
  'the handlers of Form %i respond as the mock over HTTP, to the byte',
  (form) => {
    const { responses } = CONTRACTS[form - 1] as ContractUnderTest;
    const operations = responses.filter(({ status }) => status === '200');
    const paths = operations.map(({ path }) => path);
    const [first = ''] = paths;

    it.each(SCENARIO_NAMES)('to every operation in %s', async (scenario) => {
      const send = await bothMocks({ form, scenario, now: '2026-11-01T01:20:00-08:00' });
      const expected = scenario === 'quota-exceeded' ? 429 : 200;
      for (const { path, parameters } of operations)
        for (const query of new Set(['', exampleQuery(parameters)]))
          expect((await send(`${path}${query}`)).status).toBe(expected);
    });

    it('to pages of the feed, in both directions, and to photos', async () => {
      const send = await bothMocks({ form });
      const one = await send('/api/v1/reports?limit=50');
      const other = await send(pathIn((JSON.parse(one.body) as Reports).next ?? ''));
      expect(await send(pathIn((JSON.parse(other.body) as Reports).previous ?? ''))).toEqual(one);
      const { body } = form === 2 ? await send('/api/v1/highlights?days=60') : one;
      for (const photo of (body.match(/http[^"]+\.svg/g) ?? []).slice(0, 3))
        expect((await send(pathIn(photo), {})).body).toContain('<svg');
    });

    it('to every status and scenario on demand, by header and by parameter', async () => {
      const send = await bothMocks({ form });
      const preferred = [
        ...CODES.map((code) => `code=${code}`),
        ...SCENARIO_NAMES.map((name) => `example=${name}`),
      ];
      const others = [
        'delay=1',
        'respond-async, example="closing-soon"; code=503',
        'code=418',
        'delay=90000',
      ];
      for (const prefer of [...preferred, ...others])
        await send(first, { headers: { ...AUTHORIZED, Prefer: prefer } });
      for (const prefer of preferred) await send(`${first}?__${prefer}`);
    });

    it('to what is wrong with a request: method, key, path and parameters', async () => {
      const send = await bothMocks({ form });
      for (const method of ['HEAD', 'POST', 'DELETE'])
        for (const path of [...paths, '/api/v1/nothing', '/photos/none.svg'])
          await send(path, { method, headers: AUTHORIZED });
      for (const key of ['', 'Token', 'Bearer any', 'any', 'Token two words', 'token x'])
        await send(first, { headers: { Authorization: key } });
      for (const path of paths) {
        await send(path, {});
        await send(`${path}?untill=2026-11-20&__dynamic=true`);
        await send(`${path}?SINCE=yesterday&Limit=0&DAYS=x`);
      }
      for (const path of [
        '/api/v1/',
        '/api/v1/nothing',
        '/photos/',
        '/photos/none.svg',
        '/photos/thumbnails/x.svg',
      ])
        expect((await send(path)).status).toBe(404);
      for (const target of BAD_TARGETS) await send(`/api/v1/${target}`);
    });
  },
);

describe('the handlers', () => {
  const respond = (
    path: string,
    options: MockHandlerOptions = {},
    headers: Readonly<Record<string, string>> = AUTHORIZED,
  ) =>
    getResponse(
      createMockHandlers(options),
      new Request(URL.parse(path) ?? `${URL_OF_MOCK}${path}`, { headers }),
    );

  it.each([
    'http://127.0.0.1:4011/api/v1/status',
    'http://localhost:4010/api/v1/status',
    'https://127.0.0.1:4010/api/v1/status',
    '/',
    '/api',
    '/api/v2/status',
    '/src/api/v1/status',
    '/openapi.json',
  ])("don't touch other requests: %s", async (url) => {
    expect(await respond(url)).toBeUndefined();
  });

  it('respond at a base URL with a path, with which links start', async () => {
    const options = { baseUrl: 'HTTPS://Queue.example.edu/live/' };
    const base = 'https://queue.example.edu/live';
    const response = await respond(`${base}/api/v1/reports?limit=1`, options);
    const { next }: Reports = JSON.parse((await sentBy(response)).body);
    expect(next).toMatch(`${base}/api/v1/reports?limit=1&cursor=`);
    expect((await respond(next ?? '', options))?.status).toBe(200);
    expect(await respond('https://queue.example.edu/api/v1/status', options)).toBeUndefined();
  });

  it('have a status and a key for requests without', async () => {
    expect((await respond('/api/v1/status', { code: 503 }))?.status).toBe(503);
    expect(
      (await respond('/api/v1/status', { code: 503 }, { ...AUTHORIZED, Prefer: 'code=200' }))?.status,
    ).toBe(200);
    expect((await respond('/api/v1/status', {}, {}))?.status).toBe(401);
    expect((await respond('/api/v1/status', { key: 'any' }, {}))?.status).toBe(200);
    expect((await respond('/api/v1/status', { key: 'any' }, { Authorization: 'Bearer any' }))?.status).toBe(
      401,
    );
  });

  it('wait as long as they are told', async () => {
    const begin = performance.now();
    await respond('/api/v1/status', { delayMs: 30 });
    expect(performance.now() - begin).toBeGreaterThan(28);
  });

  it('follow the clock by default, and need no timer, so tests can fake both', async () => {
    vi.useFakeTimers();
    try {
      const [response] = await Promise.all([respond('/api/v1/status', { form: 1 })]);
      expect(response?.status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    const now = Temporal.Now.instant().epochMilliseconds;
    const response = await respond('/api/v1/reports');
    const { results }: Reports = JSON.parse((await sentBy(response)).body);
    const newest = Temporal.Instant.from(results[0]?.created_at ?? '').epochMilliseconds;
    expect(now - newest).toBeLessThan(3_600_000);
  });

  it('are for setupServer of MSW, and one may replace another', async () => {
    const server = setupServer(...createMockHandlers(NOON));
    server.listen({ onUnhandledFrame: 'error' });
    try {
      const status = async () =>
        (await fetch(`${URL_OF_MOCK}/api/v1/status`, { headers: AUTHORIZED })).status;
      expect(await status()).toBe(200);
      server.use(...createMockHandlers({ scenario: 'quota-exceeded' }));
      expect(await status()).toBe(429);
      server.resetHandlers();
      expect(await status()).toBe(200);
    } finally {
      server.close();
    }
  });

  it.each([
    ['form', { form: 3 }, '1 or 2'],
    ['baseUrl', { baseUrl: '/api' }, 'http or https'],
    ['scenario', { scenario: 'crowd' }, '"rush"'],
    ['code', { code: 418 }, '503'],
    ['key', { key: '' }, 'not empty'],
    ['delayMs', { delayMs: -1 }, 'from 0 to 60000'],
    ['timeZone', { timeZone: 'Mars/Olympus' }, 'America/Los_Angeles'],
    ['now', { now: 'noon' }, 'with an offset'],
    ['port', { port: 4010 }, 'The options are form, baseUrl'],
  ])('reject a wrong %s with its name, and say what is allowed', (option, wrong, allowed) => {
    const create = () => createMockHandlers(wrong as unknown as MockHandlerOptions);
    expect(create).toThrow(OptionError);
    expect(create).toThrow(expect.objectContaining({ option, message: expect.stringContaining(allowed) }));
  });
});
