import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDocument } from '../contract/load-document.ts';
import { LocalTime } from '../domain/local-time.ts';
import { form2 } from '../form/form-2.ts';
import { openStore } from '../store/open-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import { createApp } from './app.ts';
import { BaseUrl } from './base-url.ts';
import { FRIDAY_LUNCH, sampleReports, TIMETABLE } from './sample-data.fixture.ts';
import { at, issueKey, NO_DOCUMENTATION, rawRequest } from './service-under-test.fixture.ts';

const file = temporaryFiles();
const closing: (() => unknown)[] = [];
let url: string;
let authorized: { readonly Authorization: string };

beforeAll(async () => {
  const store = await openStore({ engine: 'sqlite', file: file('embedded.sqlite') }, { create: true });
  await store.addReports([sampleReports()]);
  authorized = { Authorization: `Token ${(await issueKey(store)).key}` };
  const { api } = await createApp({
    form: form2,
    document: await loadDocument(2),
    store,
    time: new LocalTime('America/Los_Angeles'),
    timetable: TIMETABLE,
    clock: () => at(FRIDAY_LUNCH),
    baseUrl: new BaseUrl('https://queue.example/live'),
    photoHost: null,
    publicPage: false,
    venueName: null,
    trustedProxies: [],
    contact: 'the kitchen',
    logger: pino({ level: 'silent' }),
    observer: null,
    drawPicture: () => '',
    documentation: NO_DOCUMENTATION,
    accountPage: null,
    isServing: () => true,
  });
  const host = express();
  const handle: RequestHandler = (request, response, next) => api.handle(request, response, next);
  host.use('/live', handle);
  // A mistake of the host: the headers are already sent.
  host.use(
    '/broken',
    (_request, response, next) => {
      response.writeHead(200);
      next();
    },
    handle,
  );
  host.use((_request, response) => void response.status(418).send('the host'));
  const server = createServer(host);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(
    () => server.close(),
    () => store.close(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

describe('the API inside another Express application', () => {
  it('responds to its own addresses, below the path where it is mounted', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { status, headers, body } = await rawRequest(`${url}/live/api/v1/reports?limit=1`, {
        headers: authorized,
      });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ ratelimit: expect.any(String), etag: expect.any(String) });
      expect(JSON.parse(body.toString()).next).toMatch(/^https:\/\/queue\.example\/live\/api\/v1\/reports\?/);
    }
    expect((await rawRequest(`${url}/live/api/v1/status`)).status).toBe(401);
    expect((await rawRequest(`${url}/live/api/v1/status`, { method: 'OPTIONS' })).status).toBe(204);
  });

  it('leaves every other address to its host', async () => {
    for (const path of ['/', '/api/v1/status', '/live', '/live/api/v1/nothing', '/live/docs/']) {
      expect((await rawRequest(url + path, { headers: authorized })).status).toBe(418);
    }
  });

  it('survives a response that the host has started, and serves concurrent requests', async () => {
    const send = (path: string) => rawRequest(`${url}${path}/api/v1/status`, { headers: authorized });
    const [broken, ...others] = await Promise.allSettled([send('/broken'), send('/live'), send('/live')]);
    expect(broken?.status).toBe('rejected');
    expect(others.map((other) => other.status === 'fulfilled' && other.value.status)).toEqual([200, 200]);
  });
});
