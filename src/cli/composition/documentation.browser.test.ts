import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemsOf } from '../../../docs-site/browser/page-walk.fixture.ts';
import { builtSite } from '../../../docs-site/browser/served-site.fixture.ts';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { venueServices } from './venues.fixture.ts';

const { browser, notice } = await sharedChromium();
const { serve } = venueServices();

/** A proxy that strips a prefix from paths. Returns its URL with the prefix. */
async function proxyTo(target: string, prefix: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').slice(prefix.length);
    const outbound = request(new URL(path, target), { headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outbound.end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
}

describe.skipIf(browser === undefined)(`the documentation${notice === null ? '' : ` (${notice})`}`, () => {
  it('works below the id of a venue, behind a proxy that strips a prefix: links, search, reference and the page for dead links', async () => {
    if (browser === undefined) return;
    onTestFinished(() => closeProfiles(browser));
    const documentation = { folder: await builtSite(), isBeingBuilt: () => false };
    const { url } = await serve('dining-hall:\ncafe:\n', { documentation });
    const docs = `${await proxyTo(url, '/deep/down')}/dining-hall/docs`;
    const { page, complaints, requests } = await watchedPage(browser);
    await page.goto(`${docs}/commands/serve.html`);
    await page.getByRole('link', { name: 'Quick start' }).first().click();
    await page.waitForURL(`${docs}/quick-start.html`);
    await page.locator('#starlight__search input').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).pressSequentially('rate limit');
    await page.getByRole('dialog').getByRole('link', { name: 'Limits', exact: true }).first().click();
    await page.waitForURL((url) => url.href.startsWith(`${docs}/limits.html`));
    await page.goto(`${docs}/openapi/form-2.html`);
    await page.getByText('This deployment').first().waitFor();
    expect(problemsOf({ complaints, requests }, new URL(docs).origin)).toEqual([]);
    await page.goto(`${docs}/deep/er/gone.html`);
    await page.getByRole('link', { name: 'Queue Headcount' }).first().click();
    await page.waitForURL(`${docs}/index.html`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Documentation');
  });
});
