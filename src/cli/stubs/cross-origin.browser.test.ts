/** Service, mock and stubs have no code in common, so this table holds their rule for other origins together. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mocksUnderTest } from '../../../mocks/mock-under-test.fixture.ts';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import { KEY, type RunningScaffold, startUncompiled } from './scaffold.fixture.ts';

const { browser } = await sharedChromium();
const mockWith = mocksUnderTest();
const page = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>A page of another origin</title>');
});
let scaffold: RunningScaffold | undefined;
afterAll(async () => {
  await closeProfiles(browser);
  await scaffold?.stop();
  page.closeAllConnections();
  page.close();
});

/** Headers that pages send: by clients' own wish, by libraries for caching, and for tracing. */
const SENT = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-cache',
  'If-None-Match': '"a"',
  Prefer: 'example=closed',
  baggage: 'a=b',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'X-Request-Id': 'a',
  'X-Of-Nobody': 'a',
};

const RESPONSE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'RateLimit,RateLimit-Policy,Retry-After,ETag,Content-Disposition,X-Request-Id',
};
const PREFLIGHT = {
  ...RESPONSE,
  'access-control-allow-methods': 'GET,HEAD',
  'access-control-allow-headers': 'authorization,x-of-nobody',
  'access-control-max-age': '86400',
};

const DEPLOYMENTS = {
  service: () => sharedDeployment('form-2'),
  mock: async () => ({ url: (await mockWith()).url, key: 'any' }),
  stubs: async () => {
    scaffold = await startUncompiled(2);
    return { url: scaffold.url, key: KEY };
  },
};

describe.skipIf(browser === undefined).each(Object.keys(DEPLOYMENTS) as (keyof typeof DEPLOYMENTS)[])(
  'from a page of another origin, the %s',
  (name) => {
    let deployed: { readonly url: string; readonly key: string };
    let other: Page;
    beforeAll(async () => {
      deployed = await DEPLOYMENTS[name]();
      if (!page.listening) await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
      other = await (browser as NonNullable<typeof browser>).newPage();
      await other.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`);
    });

    const fetched = (init: RequestInit): Promise<number | string> =>
      other.evaluate(
        `fetch(${JSON.stringify(`${deployed.url}/api/v1/status`)}, ${JSON.stringify(init)}).then(({ status }) => status, String)`,
      );

    it('gets requests with any header', async () => {
      const Authorization = `Token ${deployed.key}`;
      const plain = name === 'stubs' ? 501 : 200;
      expect(await fetched({ headers: { Authorization } })).toBe(plain);
      for (const [header, value] of Object.entries(SENT))
        expect([header, await fetched({ headers: { Authorization, [header]: value } })]).toEqual([
          header,
          plain,
        ]);
    });

    it('is only read, and without cookies', async () => {
      for (const init of [{ method: 'DELETE' }, { credentials: 'include' }] as const)
        expect(await fetched(init), JSON.stringify(init)).toMatch(/^TypeError/);
      expect(await fetched({})).toBe(401);
    });

    it('says so in the same words as the others', async () => {
      const Origin = 'https://page.example';
      const asked = {
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,x-of-nobody',
      };
      const ask = async (method: string, headers: Readonly<Record<string, string>>) => {
        const response = await fetch(`${deployed.url}/api/v1/status`, { method, headers });
        const fields = [...response.headers].filter(([field]) => field.startsWith('access-control-'));
        return { status: response.status, ...Object.fromEntries(fields) };
      };
      expect(await ask('OPTIONS', { Origin, ...asked })).toEqual({ status: 204, ...PREFLIGHT });
      expect(await ask('GET', { Origin })).toEqual({ status: 401, ...RESPONSE });
    });
  },
);
