/** `npm run explorer:screenshot`: takes the pictures of README.md and the guides, of the demo at a fixed time. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../tools/testing/browser/chromium.ts';
import { Deployments } from '../../tools/testing/browser/deployments.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../cli/commands/headcount.mjs', import.meta.url));

/** When many people are in line at the demo's venue. */
const NOON = '2026-10-15T12:25:00-07:00';

const VENUE = ['--venue-name', 'Dining Hall'];

const { browser, notice } = await launchChromium();
if (browser === undefined) throw new Error(notice);
const deployments = new Deployments();
const reports = await mkdtemp(join(tmpdir(), 'report-'));
try {
  const { address, url, key } = await deployments.demo(2, '2026-10-15T18:40:00-07:00');
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1.5,
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
  });
  await page.goto(address);
  await page.locator('.gallery').waitFor();
  await page.getByText('Refreshes in').waitFor();
  await save(page, 'explorer.webp');

  // The wrong form, so that there are failures
  const gate = ['conformance', '--url', url, '--form', '1', '--out', reports];
  spawnSync(process.execPath, [PROGRAM, ...gate], { env: { ...process.env, HEADCOUNT_API_KEY: key } });
  await page.goto(pathToFileURL(join(reports, 'report.html')).href);
  await save(page, 'report.webp');

  const line = await deployments.demo(2, NOON, '--public-page', '--report-page', ...VENUE);
  await writeFile(join(DOCS, 'badge.svg'), await (await fetch(`${line.url}/badge.svg`)).text());
  const small = await browser.newPage({ viewport: { width: 320, height: 250 }, locale: 'en-US' });
  await small.goto(`${line.url}/embed?theme=light`);
  await small.getByText('Dining Hall').waitFor();
  await save(small, 'frame.webp');
  await small.setViewportSize({ width: 390, height: 600 });
  await small.goto(`${line.url}/report`);
  await save(small, 'report-page.webp');
  await small.goto(`${line.url}/account`);
  await small.getByLabel('University e-mail address').fill('ada@cs.example.edu');
  await small.getByRole('button', { name: 'Send me a link' }).click();
  await small.goto(await deployments.printed(/http\S+token=\S+/));
  await small.getByRole('button', { name: 'Sign in' }).click();
  await small.getByLabel('Name').fill('lobby display');
  await small.getByRole('button', { name: 'Create the key' }).click();
  await small.getByRole('link', { name: 'Your account', exact: true }).click();
  await small.getByRole('heading', { name: 'Your account' }).waitFor();
  await small.setViewportSize({ width: 720, height: 520 });
  await save(small, 'account.webp');
  const poster = ['--public-url', 'https://queue.example.edu', ...VENUE, '--out', reports];
  spawnSync(process.execPath, [PROGRAM, 'poster', ...poster]);
  await copyFile(join(reports, 'sticker.svg'), join(DOCS, 'sticker.svg'));
} finally {
  await browser.close();
  await deployments.stop();
  await rm(reports, { recursive: true });
}

async function save(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await writeFile(join(DOCS, name), Buffer.from(data, 'base64'));
  console.log(`wrote ${name}`);
}
