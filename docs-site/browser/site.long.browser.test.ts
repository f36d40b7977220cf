import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { watchedPage } from '../../tools/testing/browser/watched-page.fixture.ts';
import { PHONE, problemsOnPages, REFERENCE } from './page-walk.fixture.ts';
import { siteUnderTest } from './served-site.fixture.ts';

const { browser, notice } = await sharedChromium();
/** Every page is in one of these parts. A test of all pages would take longer on a busy machine than a test may. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['the reference', REFERENCE],
  ['the decisions', /^decisions\//],
  ['the commands', /^commands\//],
  ['the guides from a to k', /^[0-9a-k][^/]*$/],
  ['the guides from l to z', /^[l-z][^/]*$/],
];
const site = siteUnderTest(browser);

describe.skipIf(browser === undefined)(
  `every page of the site in a browser${notice === null ? '' : ` (${notice})`}`,
  { timeout: 180_000 },
  () => {
    it.each(PARTS)(
      'has no errors, requests to other hosts, jumps, accessibility violations or overflow on a phone in %s',
      async (_, part) => {
        const others = site.pages.filter((path) => PARTS.filter(([, one]) => one.test(path)).length !== 1);
        expect(others).toEqual([]);
        const paths = site.pages.filter((path) => part.test(path));
        expect(paths).not.toEqual([]);
        const watched = await watchedPage(browser as Browser, PHONE);
        expect(await problemsOnPages(watched, site, paths)).toEqual([]);
      },
    );
  },
);
