import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { pageClient } from './open-page.ts';

const { browser } = await sharedChromium();
const WATCHED = 3000;

/** Opens a page with a script in a Chromium of its own. */
async function opened(script: string) {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return pageClient(page, WATCHED).run('http://127.0.0.1:9', 'key');
}

describe.skipIf(browser === undefined)('a page as the client', { timeout: 30_000 }, () => {
  it.concurrent.each([
    ['runs on if it catches its errors', 'fetch("//127.0.0.1:9/").catch(console.error)', 'running', ''],
    ['crashes on null', 'null.estimate', 'crashed', 'Uncaught TypeError: Cannot read properties of null'],
    [
      'crashes in a promise',
      'Promise.reject(new Error("no estimate"))',
      'crashed',
      'Uncaught (in promise) Error: no estimate',
    ],
  ])('%s', async (_what, script, kind, text) => {
    expect(await opened(script)).toEqual({ kind, text: expect.stringContaining(text) });
  });
});
