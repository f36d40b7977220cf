import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../../service/http/raw-socket.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from '../../service/http/sample-data.fixture.ts';
import { keptLog, rawRequest } from '../../service/http/service-under-test.fixture.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { createService, type MountableService, OptionError, type ServiceOptions } from './index.ts';

const file = temporaryFiles();
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const HTML = { Accept: 'text/html' };
const HOURS = { mon: [], tue: [], wed: [], thu: [], fri: ['11:00-14:00'], sat: [], sun: [] };

/** A new database with the sample reports. */
async function database(): Promise<string> {
  const name = file('library.sqlite');
  const store = await openStore({ engine: 'sqlite', file: name }, { create: true });
  await store.addReports([sampleReports()]);
  await store.close();
  return `sqlite:${name}`;
}

async function create(options: Partial<ServiceOptions> = {}): Promise<MountableService> {
  const service = await createService({
    database: await database(),
    timeZone: 'America/Los_Angeles',
    asOf: FRIDAY_LUNCH,
    hours: { weekly: HOURS },
    ...options,
  });
  closing.push(() => service.close());
  return service;
}

async function listen(listener: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** An application with a service at a path, and routes of its own after it. Returns its URL. */
async function hosted(
  { handler }: MountableService,
  path = '/',
  own = (_host: Express) => {},
): Promise<string> {
  const host = express().use(path, handler);
  own(host);
  return (await listen(host)).url;
}

const keyOf = async (service: MountableService) => ({
  Authorization: `Token ${(await service.issueKey({ email: 'ada@example.edu' })).key}`,
});

it('a service in another server handles the requests of a connection one after the other', async () => {
  const service = await create();
  const under = { way: 0, most: 0 };
  const began = () => {
    under.way += 1;
    under.most = Math.max(under.most, under.way);
  };
  const ended = () => {
    under.way -= 1;
  };
  subscribe('headcount.request.start', began);
  subscribe('headcount.request.end', ended);
  const { url } = await listen((request, response) => service.handler(request, response));
  const livez = (more = '') => `GET /livez HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const text = await exchange(url, livez().repeat(10) + livez('Connection: close\r\n'));
  unsubscribe('headcount.request.start', began);
  unsubscribe('headcount.request.end', ended);
  expect([text.match(/HTTP\/1\.1 200/g)?.length, under.most]).toEqual([11, 1]);
});

describe('a service in an Express application', () => {
  let service: MountableService;
  let url: string;
  let headers: { readonly Authorization: string };
  const { logger, entries } = keptLog();
  beforeAll(async () => {
    service = await create({ trustProxy: ['loopback'], logger });
    await service.warmedUp;
    headers = await keyOf(service);
    const host = express();
    host.use('/live', service.handler);
    // A mistake of the host: the headers are already sent.
    host.use('/broken', (_request, response, next) => {
      response.writeHead(200);
      next();
    });
    host.use('/broken', service.handler);
    host.use((_request, response) => void response.status(418).send('the host'));
    url = (await listen(host)).url;
  });
  const get = (path: string, more = {}) =>
    fetch(url + path, { headers: { ...headers, ...more }, redirect: 'manual' });

  it('responds below the path where it is mounted, with links that lead there', async () => {
    const response = await get('/live/api/v1/reports?limit=1');
    expect(response.status).toBe(200);
    const { next } = (await response.json()) as { next: string };
    expect(next).toMatch(new RegExp(`^${url}/live/api/v1/reports\\?`));
    expect((await fetch(next, { headers })).status).toBe(200);
    const { highlights } = (await (await get('/live/api/v1/highlights')).json()) as {
      highlights: { photo: { image_url: string } }[];
    };
    for (const { photo } of highlights.slice(0, 1)) expect((await fetch(photo.image_url)).status).toBe(200);
    expect(highlights.length).toBeGreaterThan(0);
    expect(await (await get('/live/openapi.yaml')).text()).toContain(`${url}/live`);
  });

  it('has the health checks and the pages, whose relative links work', async () => {
    expect(await (await get('/live/livez')).text()).toBe('ok\n');
    expect(await (await get('/live/readyz')).text()).toBe('ready\n');
    await service.checkDatabase();
    const explorer = await get('/live', HTML);
    expect([explorer.status, explorer.headers.get('location')]).toEqual([301, './live/']);
    expect(await (await get('/live/', HTML)).text()).toContain('<title>');
    expect(await (await get('/live/')).text()).toContain(`GET ${url}/live/api/v1/status`);
    const forwarded = { 'X-Forwarded-Host': 'queue.example', 'X-Forwarded-Proto': 'https' };
    expect(await (await get('/live/', forwarded)).text()).toContain('GET https://queue.example/live/api/');
    const docs = await get('/live/docs', HTML);
    expect([docs.status, docs.headers.get('location')]).toEqual([301, 'docs/']);
    expect(await (await get('/live/docs/assets/deployment.js')).text()).toContain(`"baseUrl":"${url}/live"`);
  });

  it('redirects within its host, even where any name is a mount', async () => {
    const anyName = await hosted(service, '/:name');
    const response = await fetch(`${anyName}/https:evil.example`, { headers: HTML, redirect: 'manual' });
    expect(response.headers.get('location')).toBe('./https:evil.example/');
  });

  it('responds to every path below, and leaves the others to its host', async () => {
    expect((await get('/live/nothing')).status).toBe(404);
    for (const path of ['/', '/api/v1/status', '/docs/']) expect((await get(path)).status).toBe(418);
  });

  it('survives a response that the host has started, logs it, and serves concurrent requests', async () => {
    const send = (path: string) => rawRequest(`${url}${path}/api/v1/status`, { headers });
    const [broken, ...others] = await Promise.allSettled([send('/broken'), send('/live'), send('/live')]);
    expect(broken?.status).toBe('rejected');
    const failed = entries().filter(({ msg }) => msg === 'failed');
    expect(failed).toMatchObject([{ path: '/api/v1/status', err: { code: 'ERR_HTTP_HEADERS_SENT' } }]);
    expect(others.map((other) => other.status === 'fulfilled' && other.value.status)).toEqual([200, 200]);
  });

  it('counts requests and revokes keys as the program does', async () => {
    const { id, key } = await service.issueKey({ email: 'grace@example.edu', quota: 1 });
    const status = async () =>
      (await fetch(`${url}/live/api/v1/status`, { headers: { Authorization: `Token ${key}` } })).status;
    expect([await status(), await status()]).toEqual([200, 429]);
    expect([await service.revokeKey(id), await service.revokeKey(999)]).toEqual([true, false]);
    expect(await status()).toBe(401);
    await expect(service.issueKey({ email: 'nobody' })).rejects.toMatchObject({ option: 'email' });
  });
});

describe('a service without pages', () => {
  it('passes on what it does not have, untouched, and uses the public URL', async () => {
    const service = await create({ pages: false, publicUrl: 'https://queue.example/live/', form: 1 });
    const headers = await keyOf(service);
    const url = await hosted(service, '/', (host) =>
      host.post(
        '/upload',
        express.text(),
        (request, response) => void response.send(`${request.body.length}`),
      ),
    );
    const upload = await fetch(`${url}/upload`, { method: 'POST', body: 'x'.repeat(90_000) });
    expect(await upload.text()).toBe('90000');
    for (const name of ['x-request-id', 'content-security-policy', 'access-control-allow-origin'])
      expect(upload.headers.get(name), name).toBeNull();
    for (const path of ['/', '/docs/']) expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(`${url}/api/v1/nothing`)).headers.get('content-type')).toContain(
      'application/problem+json',
    );
    const { next } = (await (await fetch(`${url}/api/v1/reports?limit=1`, { headers })).json()) as {
      next: string;
    };
    expect(next).toMatch(/^https:\/\/queue\.example\/live\/api\/v1\/reports\?/);
  });
});

it('leaves photos to their host, which may be this application', async () => {
  const service = await create({ pages: false, photoHost: 'https://queue.example/photos' });
  const url = await hosted(service, '/', (host) =>
    host.get('/photos/*path', (_request, response) => void response.send('the photo')),
  );
  expect(await (await fetch(`${url}/photos/a.jpg`)).text()).toBe('the photo');
});

it.each([true, false])(
  'a service with a public page needs no key under /page, with pages: %s',
  async (pages) => {
    const service = await create({ pages, publicPage: true });
    const url = await hosted(service, '/live', (host) =>
      host.get('/live/page/2', (_request, response) => void response.send('own')),
    );
    const { next } = (await (await fetch(`${url}/live/page/api/v1/reports`)).json()) as { next: string };
    expect(next).toMatch(`${url}/live/page/api/v1/reports?`);
    const statusOf = async (path: string) => (await fetch(URL.parse(path) ?? `${url}/live/${path}`)).status;
    expect(await statusOf(next)).toBe(200);
    expect(await statusOf('page/api/v1/export.csv')).toBe(404);
    expect(await statusOf('api/v1/reports')).toBe(401);
    // Relative links of the page for frames lead below the mount. Without pages, all other paths are the host's.
    for (const path of ['badge.svg', 'embed', 'embed.js', 'embed.css'])
      expect([path, await statusOf(path)]).toEqual([path, pages ? 200 : 404]);
    expect(await statusOf('page/2')).toBe(pages ? 404 : 200);
  },
);

describe('a service that closes', () => {
  it('finishes open responses, says 503 afterwards, and closes the database', async () => {
    const service = await create();
    const { url, server } = await listen(service.handler);
    const { key } = await service.issueKey({ email: 'ada@example.edu' });
    const read = fetch(`${url}/api/v1/export.csv`, { headers: { Authorization: `Token ${key}` } });
    await new Promise((resolve) => server.once('request', resolve));
    const closed = service.close();
    expect(await (await read).text()).toMatch(/^timestamp,bucket/);
    await closed;
    const late = await fetch(`${url}/api/v1/status`);
    expect([late.status, late.headers.get('connection')]).toEqual([503, 'close']);
    await service.close();
    await expect(service.issueKey({ email: 'ada@example.edu' })).rejects.toThrow();
  });

  it('says on /readyz that it closes, while it finishes open responses', async () => {
    const service = await create();
    const { promise: held, resolve: hold } = Promise.withResolvers<() => void>();
    const { url } = await listen((request, response) => {
      if (request.url === '/livez') {
        const { end } = response;
        response.end = (...last: unknown[]) => {
          hold(() => Reflect.apply(end, response, last));
          return response;
        };
      }
      service.handler(request, response);
    });
    const open = fetch(`${url}/livez`);
    const finish = await held;
    const closed = service.close();
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect(await ready.text()).toContain('shutting down');
    finish();
    expect((await open).status).toBe(200);
    await closed;
  });

  it('waits for no client that left before the handler was called', async () => {
    const service = await create({ drainMs: 3_600_000 });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const { url, server } = await listen((request, response) => {
      response.once('close', () => {
        service.handler(request, response);
        resolve();
      });
    });
    const leaving = new AbortController();
    server.once('request', () => leaving.abort());
    await expect(fetch(`${url}/livez`, { signal: leaving.signal })).rejects.toThrow();
    await late;
    await service.close();
  });

  it('cuts responses that take longer than drainMs', async () => {
    const service = await create({ drainMs: 1 });
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const { url } = await listen((request, response) => {
      // As if the client did not read
      response.end = () => response;
      service.handler(request, response);
      resolve();
    });
    const cut = expect(fetch(`${url}/livez`)).rejects.toThrow();
    await arrived;
    await service.close();
    await cut;
  });
});

describe('the options of a service', () => {
  it.each([
    ['database', {}],
    ['database', { database: 'mysql://localhost' }],
    ['timeZone', { timeZone: '+05:37' }],
    ['hours', { hours: { weekly: { mon: [] } } }],
    ['hours', { hours: { weekly: { ...HOURS, mon: ['7-9'] } } }],
    ['publicUrl', { publicUrl: 'queue.example' }],
    ['trustProxy', { trustProxy: ['everyone'] }],
    ['publicUrl', { trustProxy: ['loopback'], publicPage: true }],
    ['asOf', { asOf: 'noon' }],
    ['logger', { logger: {} }],
    ['drainMs', { drainMs: -1 }],
    ['port', { port: 3000 }],
  ])('are rejected by name: %s', async (option, wrong) => {
    const given = option === 'database' ? wrong : { database: 'sqlite:/nowhere/file.sqlite', ...wrong };
    const error = await createService(given as unknown as ServiceOptions).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option });
  });

  it('make the promise reject if the database cannot be opened', async () => {
    await expect(createService({ database: 'sqlite:/dev/null/file.sqlite' })).rejects.toThrow(
      /cannot be used/,
    );
  });

  it('are where the data of the database are', async () => {
    const data = await database();
    await (await create({ database: data })).close();
    await expect(create({ database: data, timeZone: 'Europe/Berlin' })).rejects.toThrow(
      /^timeZone: the time zone of this venue is America\/Los_Angeles, not Europe\/Berlin; /,
    );
  });
});
