import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CODES } from '../../../mocks/http/preferences.ts';
import { mocksUnderTest, NOON } from '../../../mocks/mock-under-test.fixture.ts';
import { SCENARIO_NAMES } from '../../../mocks/scenarios.ts';
import {
  CONTRACTS,
  type ContractUnderTest,
  exampleQuery,
  queriesOf,
} from '../../service/contract/contract-under-test.fixture.ts';
import { BAD_TARGETS } from '../../service/http/api/bad-values.fixture.ts';
import { createMockHandlers, type MockHandlerOptions, OptionError } from './msw.ts';

const mockWith = mocksUnderTest();
const AUTHORIZED = { Authorization: 'Token any' };
const URL_OF_MOCK = 'http://127.0.0.1:4010';
const RANGES = [
  '?since=2026-11-20&until=2026-11-20',
  '?since=2026-11-01',
  '?until=2026-10-01',
  '?since=2027-01-01',
];
/** Midday, the second 1:20 of a clock change, and the last minute of a year. */
const TIMES = [NOON.now, '2026-11-01T01:20:00-08:00', '2026-12-31T23:59:30-08:00'];
/** What a connection and other origins need, which only a server sends. */
const OF_THE_SERVER = /^(access-control-.+|connection|date|keep-alive|vary)$/;

/** The number of responses that were compared. */
let compared = 0;
afterAll(() => console.info(`${compared} responses of the handlers have the bytes of the mock's over HTTP.`));

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
    compared += 1;
    return handled;
  };
}

/** Takes turns: with each operation, scenario, form and time, pairs are compared instead of all combinations. */
const turn = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item;

/** The paths of the photos that a body links to. */
const photosIn = (body: string) => (body.match(/http[^"]+\.svg/g) ?? []).map(pathIn);

/** What follows a mock's own URL. */
const pathIn = (link: string): string => link.slice(new URL(link).origin.length);

describe.each([1, 2] as const)(
  'the handlers of Form %i respond as the mock over HTTP, to the byte',
  (form) => {
    const { responses } = CONTRACTS[form - 1] as ContractUnderTest;
    const operations = responses.filter(({ status }) => status === '200');
    const paths = operations.map(({ path }) => path);

    it.each(SCENARIO_NAMES)('to every operation in %s', async (scenario) => {
      const rank = SCENARIO_NAMES.indexOf(scenario);
      const sends = await Promise.all(TIMES.map((now) => bothMocks({ form, scenario, now })));
      const expected = scenario === 'quota-exceeded' ? 429 : 200;
      for (const [n, { path, parameters }] of operations.entries()) {
        const send = turn(sends, rank + n);
        const queries = [...queriesOf(parameters, RANGES), exampleQuery(parameters)];
        for (const query of queries.filter((_, q) => q % 3 === rank % 3))
          expect((await send(`${path}${query}`)).status).toBe(expected);
      }
    });

    it.each(SCENARIO_NAMES)(
      'to pages of the feed in %s, in both directions, and to photos',
      async (scenario) => {
        // One feed is read to its end.
        let pages = scenario === 'rush' ? 1000 : 2;
        const send = await bothMocks({ form });
        const init = { headers: { ...AUTHORIZED, Prefer: `example=${scenario}` } };
        const photos = new Set<string>();
        let link: string | null = '/api/v1/reports?limit=50';
        while (link !== null && pages > 0) {
          pages -= 1;
          const { body, status }: Sent = await send(link, init);
          if (status !== 200) break;
          for (const photo of photosIn(body)) photos.add(photo);
          const { next, previous }: Reports = JSON.parse(body);
          if (previous !== null) await send(pathIn(previous), init);
          link = next === null ? null : pathIn(next);
        }
        if (form === 2) {
          const { body } = await send('/api/v1/highlights?days=60', init);
          for (const photo of photosIn(body)) photos.add(photo);
        }
        for (const photo of [...photos].slice(0, 5)) expect((await send(photo, {})).body).toContain('<svg');
      },
    );

    it('to every status and scenario on demand, by header and by parameter', async () => {
      const send = await bothMocks({ form });
      const preferred = [
        ...CODES.map((code) => `code=${code}`),
        ...SCENARIO_NAMES.map((name) => `example=${name}`),
        'delay=1',
        'respond-async, example="closing-soon"; code=503',
        'example=lunch',
        'code=418',
        'delay=90000',
      ];
      for (const [n, prefer] of preferred.entries()) {
        await send(turn(paths, n), { headers: { ...AUTHORIZED, Prefer: prefer } });
        if (/^\w+=\w+$/.test(prefer)) await send(`${turn(paths, n + 1)}?__${prefer}`);
      }
    });

    it('to what is wrong with a request: method, key, path and parameters', async () => {
      const send = await bothMocks({ form });
      const methods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
      const targets = [...paths, '/api/v1/nothing', '/photos/none.svg', '/photos/2026-11-20-0007.svg'];
      for (const [n, path] of targets.entries())
        for (const method of new Set(['HEAD', turn(methods, n)]))
          await send(path, { method, headers: AUTHORIZED });
      const keys = ['', 'Token', 'Bearer any', 'any', 'Token two words', 'token x'];
      for (const [n, key] of keys.entries()) await send(turn(paths, n), { headers: { Authorization: key } });
      for (const path of paths) {
        await send(path, {});
        await send(`${path}?untill=2026-11-20&__dynamic=true`);
        await send(`${path}?a=1&a=2`);
        await send(`${path}?SINCE=yesterday&Limit=0&DAYS=x`);
        await send(`${path}/`);
      }
      const missing = [
        '/api/v1/',
        '/api/v1/nothing',
        '/photos/',
        '/photos/none.svg',
        '/photos/thumbnails/x.svg',
      ];
      for (const path of missing) expect((await send(path)).status).toBe(404);
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
    ['timeZone', { timeZone: 'Mars/Olympus' }, 'America/Los_Angeles'],
    ['now', { now: 'noon' }, 'with an offset'],
    ['delayMs', { delayMs: -1 }, 'from 0 to 60000'],
    ['port', { port: 4010 }, 'The options are form, baseUrl'],
    ['options', null, 'an object'],
  ])('reject a wrong %s with its name, and say what is allowed', (option, wrong, allowed) => {
    const create = () => createMockHandlers(wrong as unknown as MockHandlerOptions);
    expect(create).toThrow(OptionError);
    expect(create).toThrow(expect.objectContaining({ option, message: expect.stringContaining(allowed) }));
  });
});
