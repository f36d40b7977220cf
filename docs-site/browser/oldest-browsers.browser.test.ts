import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../tools/testing/browser/shared-deployments.fixture.ts';
import { watchedPage } from '../../tools/testing/browser/watched-page.fixture.ts';
import { newerBuiltIns, removeNewerBuiltIns } from './older-built-ins.fixture.ts';
import { siteUnderTest } from './served-site.fixture.ts';

const { browser } = await sharedChromium();
const site = siteUnderTest(browser);

it('knows what came after the oldest browsers', () => {
  const names = newerBuiltIns().map((parts) => parts.join('.'));
  expect(names).toEqual(expect.arrayContaining(['URL.parse', 'Temporal', 'Set.union', 'Object.groupBy']));
  expect(names).not.toContain('Array.at');
});

describe.skipIf(browser === undefined)('in the oldest browsers', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  const addresses = { explorer: '', public: '', frame: '' };
  beforeAll(async () => {
    const { url } = await sharedDeployment('public');
    const { address } = await sharedDeployment('form-2');
    Object.assign(addresses, { public: `${url}/`, frame: `${url}/embed`, explorer: address });
  }, 60_000);

  it.each([
    ['the public page', () => addresses.public, '#patterns .heat-map, #patterns svg'],
    ['the explorer', () => addresses.explorer, '#reports li, #reports tr'],
    ['the frame', () => addresses.frame, '#headline:not(:empty)'],
    ['Try it', () => `${site.url}/try-it.html#getStatus`, '#tried:not([aria-busy]) #try-body:not(:empty)'],
    ['a guide', () => `${site.url}/quick-start.html`, 'button:has-text("Search")'],
  ])('%s works', async (_name, address, content) => {
    const { page, complaints } = await watchedPage(browser);
    await page.addInitScript(removeNewerBuiltIns());
    await page.goto(address());
    const missing = await page
      .locator(content)
      .first()
      .waitFor()
      .then(
        () => [],
        () => [`${content} is missing`],
      );
    expect(await page.evaluate('typeof URL.parse')).toBe('undefined');
    expect([...complaints, ...missing]).toEqual([]);
  });

  it.each([
    ['the frame', () => addresses.frame],
    ['the public page', () => addresses.public],
  ])(
    '%s whose script does not parse shows the line in plain words, and anew each minute',
    async (_name, address) => {
      const { page, requests } = await watchedPage(browser);
      await page.route(/(explorer|embed)\.js$/, (route) =>
        route.fulfill({ body: 'this is no (script', contentType: 'text/javascript' }),
      );
      await page.clock.install();
      await page.goto(address());
      await page.waitForURL('**/embed');
      await page.locator('#plain', { hasText: /^(About|Nobody|No|Closed)/ }).waitFor();
      const before = requests.length;
      await page.clock.runFor(61_000);
      await expect
        .poll(() => requests.slice(before).map((request) => request.url()))
        .toContain(addresses.frame);
    },
  );
});
