import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';
import type { components } from '../../src/service/contract/form-2.types.generated.ts';
import { bundleForPages } from '../package/bundle.ts';
import { closeProfiles, sharedChromium } from '../testing/browser/shared-chromium.fixture.ts';
import { watchedPage } from '../testing/browser/watched-page.fixture.ts';

const { browser } = await sharedChromium();
const HTML =
  '<!doctype html><title>Line</title><div id="root"></div><script type="module" src="/main.js"></script>';
/** Without `unsafe-eval`. */
const POLICY = "default-src 'self'";
const NOON = 'now=2026-11-20T12:30:00-08:00';

/** The paths that the server of the page was asked for. */
const asked: string[] = [];
let folder: string;
const server = createServer(
  express()
    .use(({ path }, response, next) => {
      asked.push(path);
      response.setHeader('Content-Security-Policy', POLICY);
      next();
    })
    .get('/', (_request, response) => void response.type('html').send(HTML))
    .use((request, response, next) => express.static(join(folder, 'public'))(request, response, next)),
);
let url: string;

beforeAll(async () => {
  if (browser === undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'react-page-'));
  const guide = await readFile(join(PROJECT, 'docs/react.md'), 'utf8');
  const blocks = guide.matchAll(/^```tsx?\n\/\/ (src\/\S+)\n(.*?)^```/gms);
  const { files } = await bundleForPages();
  for (const [file, content] of [...blocks]
    .map(([, name = '', code = '']) => [name, code] as const)
    .concat([...files])) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  await build({
    entryPoints: [join(folder, 'src/main.tsx')],
    outdir: join(folder, 'public'),
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'import.meta.env.MODE': '"mock"', 'process.env.NODE_ENV': '"production"' },
    // As `npm install` would put them there.
    nodePaths: [join(PROJECT, 'node_modules')],
    alias: { 'queue-headcount/msw': join(folder, 'src/cli/library/msw.js') },
    logLevel: 'warning',
  });
  // What `npx msw init public` does.
  const worker = 'mockServiceWorker.js';
  await cp(join(PROJECT, 'node_modules/msw/lib', worker), join(folder, 'public', worker));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await closeProfiles(browser);
  if (browser === undefined) return;
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

describe.skipIf(browser === undefined)('the page of the guide to React, on handlers of MSW', () => {
  const open = async (query: string, prepare?: string) => {
    if (browser === undefined) throw new Error('no browser');
    const watched = await watchedPage(browser);
    if (prepare !== undefined) await watched.page.addInitScript(prepare);
    asked.length = 0;
    await watched.page.goto(`${url}/?${query}`);
    return watched;
  };

  it.each([
    ['scenario=closing-soon', 'p', /^2-6 people\. Closes in 30 min, at 10:00pm\.$/],
    ['scenario=closed', 'p', /^Closed now\. Opens on Saturday at 2:00pm\.$/],
    ['scenario=no-estimate', 'p', /^No recent reports\.$/],
    ['code=429', '[role=alert]', /^All 1000 requests for 2026-11-20 have been used\. The quota resets at /],
    ['code=503', '[role=alert]', /^The database does not respond\.$/],
  ])('shows what the mock says: %s', async (query, selector, text) => {
    const { page, complaints } = await open(`${query}&${NOON}`);
    await expect.poll(() => page.locator(selector).textContent()).toMatch(text);
    const status = /code=(\d+)/.exec(query)?.[1];
    // One for the status, one for the chart.
    const complaint = expect.stringContaining(status ?? '');
    await expect.poll(() => complaints).toEqual(status === undefined ? [] : [complaint, complaint]);
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(asked).toContain('/mockServiceWorker.js');
  });

  it('breaks the line where it has no value, and shades closed hours', async () => {
    const at = (hour: string) => `2026-11-20T${hour}:00:00-08:00`;
    const values = [4, 6, null, 9, 12, null];
    const chart: components['schemas']['Chart'] = {
      line: values.map((value, hour) => ({ t: at(`1${hour}`), value })),
      scatter: [{ t: at('11'), value: 8 }],
      open_window: { start: at('10'), end: at('20'), closed: [{ start: at('12'), end: at('13') }] },
    };
    // The mock is open all day without a break.
    const prepare = `const own = fetch;
      window.fetch = (request) => request.url.includes('/chart') ? Promise.resolve(Response.json(${JSON.stringify(chart)})) : own(request);`;
    const { page } = await open(`scenario=rush&${NOON}`, prepare);
    const path = page.locator('svg path');
    await expect.poll(() => path.count()).toBe(1);
    expect((await path.getAttribute('d'))?.match(/[ML]/g)).toEqual(['M', 'L', 'M', 'L']);
    const shaded = page.locator('svg rect');
    expect([await shaded.getAttribute('x'), await shaded.getAttribute('width')]).toEqual(['120', '60']);
    expect(await page.locator('svg circle').count()).toBe(1);
  });

  it('needs no Temporal', async () => {
    const { page } = await open(`scenario=rush&${NOON}`, 'delete globalThis.Temporal');
    await expect.poll(() => page.locator('p').textContent()).toMatch(/people/);
    expect(await page.evaluate('typeof Temporal')).toBe('undefined');
  });
});
