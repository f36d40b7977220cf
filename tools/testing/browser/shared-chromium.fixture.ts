import type { Browser } from 'playwright-core';
import { type Launched, launchChromium } from './chromium.ts';

const launched = launchChromium();

/** The Chromium of all test files that a worker runs, one after the other. It ends with the worker. */
export function sharedChromium(): Promise<Launched> {
  return launched;
}

/** Closes what a file has opened, with all connections; without a browser, does nothing. */
export async function closeProfiles(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((profile) => profile.close()));
}
