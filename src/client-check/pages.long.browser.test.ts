import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../docs-site/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../docs-site/browser/shared-deployments.fixture.ts';
import { newProfile } from '../../docs-site/browser/watched-page.fixture.ts';
import { GOOD_PAGES } from './corpus/good-programs.fixture.ts';
import { checkPage } from './corpus/page-client.fixture.ts';

const [EXPLORER] = GOOD_PAGES;
const { browser } = await sharedChromium();
afterAll(() => closeProfiles(browser));

describe.skipIf(browser === undefined)('a check of the explorer', { timeout: 120_000 }, () => {
  if (browser === undefined) return;

  it.concurrent.each([1, 2] as const)('raises nothing in Form %i', async (form) => {
    const { url: explorer } = await sharedDeployment('form-2');
    const profile = await newProfile(browser);
    const { raised, tested } = await checkPage(form, profile, EXPLORER, (page, url, key) =>
      page.goto(`${explorer}/#base=${encodeURIComponent(url)}&key=${key}`),
    );
    expect(raised).toEqual([]);
    expect(tested).toEqual(
      expect.arrayContaining(['key.header', 'key.not-for-photos', 'survives.nulls', 'survives.no-photos']),
    );
  });
});
