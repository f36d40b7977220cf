import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { newProfile } from '../../tools/testing/browser/watched-page.fixture.ts';
import { GOOD_PAGES } from './corpus/good-programs.fixture.ts';
import { checkPage } from './corpus/page-client.fixture.ts';

const [, DISPLAY] = GOOD_PAGES;
const { browser } = await sharedChromium();
afterAll(() => closeProfiles(browser));

describe.skipIf(browser === undefined)('a check of the display of the recipes', () => {
  if (browser === undefined) return;

  it('raises nothing', { timeout: 120_000 }, async () => {
    const recipes = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
    const [, html = ''] = /^```html\n(<!doctype html>.*?)^```/ms.exec(recipes) ?? [];
    const profile = await newProfile(browser);
    const { raised, tested } = await checkPage(2, profile, DISPLAY, (page, url, key) =>
      page.setContent(html.replace('https://queue.example.edu', url).replace('hc_YOUR_KEY', key)),
    );
    expect(raised).toEqual([]);
    expect(tested).toEqual(expect.arrayContaining(['key.header', 'survives.closed', 'survives.nulls']));
  });
});
