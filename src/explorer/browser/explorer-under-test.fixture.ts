import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { SharedDemo } from '../../../tools/testing/browser/deployments.ts';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import {
  newProfile,
  type Watched,
  watchedPage,
} from '../../../tools/testing/browser/watched-page.fixture.ts';

/** The set-up of tests of the explorer; without a browser, they have none. */
export interface ExplorerUnderTest {
  readonly browser: Browser | undefined;
  /** A profile that the tests of a file share. */
  readonly profile: BrowserContext | undefined;
  /** A demo on a Friday at noon, which the tests of all files share. */
  readonly demo: (form: 1 | 2) => SharedDemo;
  /** Opens a page in the profile, or in one with other options, and waits until it has loaded the charts. */
  readonly opened: (address: string, options?: BrowserContextOptions) => Promise<Watched>;
}

/** Starts a browser, and the demos of both forms. Closes the browser after the tests of a file. */
export async function explorerUnderTest(): Promise<ExplorerUnderTest> {
  const { browser } = await sharedChromium();
  const demos = new Map<1 | 2, SharedDemo>();
  beforeAll(async () => {
    if (browser === undefined) return;
    for (const form of [1, 2] as const) demos.set(form, await sharedDeployment(`form-${form}`));
  }, 60_000);
  afterAll(() => closeProfiles(browser));
  const profile = browser === undefined ? undefined : await newProfile(browser);
  return {
    browser,
    profile,
    demo(form) {
      const demo = demos.get(form);
      if (demo === undefined) throw new Error('the demo runs during tests only');
      return demo;
    },
    async opened(address, options) {
      const watched = await watchedPage((options === undefined ? profile : browser) as Browser, options);
      await watched.page.goto(address);
      await watched.page.locator('.heat-map').waitFor();
      await watched.page.locator('#chart-body svg.plot').waitFor();
      return watched;
    },
  };
}
