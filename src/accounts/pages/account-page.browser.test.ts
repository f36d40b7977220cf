import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { violations, watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { sampleReports } from '../../service/http/sample-data.fixture.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { parseSmtpAddress } from '../mail/smtp-address.ts';
import { startMailServer, type TestMailServer } from '../mail/smtp-server.fixture.ts';
import { type ServiceWithAccounts, servicesWithAccounts } from './account-page.fixture.ts';

const { browser } = await sharedChromium();
const start = servicesWithAccounts();
/** The longest way from the start page to a first response, in milliseconds. */
const MINUTE = 60_000;
const ALL = ['minor', 'moderate', 'serious', 'critical'];

describe.skipIf(browser === undefined)('the account page', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let service: ServiceWithAccounts;
  let mailServer: TestMailServer;
  let closeMailer: () => Promise<void>;

  beforeAll(async () => {
    mailServer = await startMailServer();
    const server = parseSmtpAddress(mailServer.url);
    const log = { info() {}, warn() {}, error() {} };
    const { mailer, close } = await openMailer(
      { server, from: 'queue@example.edu' },
      { name: 'Queue Headcount', log },
    );
    closeMailer = () => close(1000);
    service = await start({ mailer, reports: sampleReports() });
  });
  afterAll(async () => {
    await closeProfiles(browser);
    await closeMailer();
    await mailServer.close();
  });

  /** Signs in through the mail server, from the page with the form on. */
  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('University e-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const mail = () => mailServer.mails.find(({ to }) => to.includes(email));
    await expect.poll(() => mail()?.text).toContain('/account/confirm?token=');
    await page.goto(/http\S+token=\S+/.exec(mail()?.text ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  }

  async function createKey(page: Page, name: string): Promise<string> {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create the key' }).click();
    return (await page.locator('#secret').textContent()) ?? '';
  }

  const open = (options: BrowserContextOptions = {}) => watchedPage(browser, options);

  it('leads from the start page to a key and its first response', async () => {
    const { page, requests, complaints } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const began = performance.now();
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Get a key' }).click();
    expect(await violations(page, ALL)).toEqual([]);
    await signIn(page, 'ada@example.edu');
    expect(page.url()).toBe(`${service.url}/account`);
    expect(await violations(page, ALL)).toEqual([]);
    const secret = await createKey(page, 'lobby display');
    expect(secret).toMatch(/^hc_[0-9A-Za-z]{38}$/);
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByText(/^200 OK: about \d+ (person is|people are) in line now/).waitFor();
    expect(performance.now() - began).toBeLessThan(MINUTE);
    expect(await violations(page, ALL)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([service.url]));
    // What the defense against forms of other websites relies on, and what must not have the link's token.
    for (const request of requests.filter((one) => new URL(one.url()).pathname.startsWith('/account'))) {
      const headers = await request.allHeaders();
      if (request.method() === 'POST')
        expect([headers['sec-fetch-site'], headers['origin']]).toEqual(['same-origin', service.url]);
      expect([undefined, `${service.url}/`]).toContain(headers['referer']);
    }
    // Sent again, the form creates nothing.
    await page.reload();
    await page.getByRole('heading', { name: 'You have this key already' }).waitFor();
    expect(await violations(page, ALL)).toEqual([]);
    await page.getByRole('link', { name: 'Replace the key' }).click();
    await page.getByRole('heading', { name: 'Replace' }).waitFor();
  });

  it('works without JavaScript, from the start page to the end of the account', async () => {
    const { page } = await open({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    const began = performance.now();
    await page.goto(service.url);
    expect(await page.locator(':is(button, a:not([href])):visible').count()).toBe(0);
    await page.getByRole('link', { name: 'Get a key' }).click();
    await signIn(page, 'bo@example.edu');
    await createKey(page, 'bot');
    expect(await page.getByRole('button').count()).toBe(0);
    const command = (await page.locator('#command').textContent()) ?? '';
    const [, Authorization = '', url = ''] = /^curl -H "Authorization: (.+)" (\S+)$/.exec(command) ?? [];
    const response = await fetch(url, { headers: { Authorization } });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ has_estimate: true }),
    ]);
    expect(performance.now() - began).toBeLessThan(MINUTE);
    await page.getByRole('link', { name: '← Your account' }).click();
    await page.getByRole('link', { name: 'Manage bot' }).click();
    await page.getByRole('link', { name: 'Replace the key…' }).click();
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByRole('heading', { name: 'Your new secret' }).waitFor();
    const old = await fetch(url, { headers: { Authorization } });
    expect(old.status).toBe(401);
    await page.getByRole('link', { name: '← Your account' }).click();
    await page.getByRole('link', { name: 'Delete your account…' }).click();
    await page.getByLabel('Type your e-mail address to confirm').fill('bo@example.edu');
    await page.getByRole('button', { name: 'Delete the account' }).click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
  });

  it.each<readonly [title: string, options: BrowserContextOptions]>([
    ['on a narrow screen, in dark colors', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
    [
      'at twice the size, in forced colors',
      { viewport: { width: 640, height: 400 }, forcedColors: 'active' },
    ],
  ])('is accessible %s', async (title, options) => {
    const { page } = await open(options);
    await page.goto(`${service.url}/account`);
    const check = async () => {
      expect(await violations(page, ALL)).toEqual([]);
      const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(excess)).toBe(0);
    };
    await page.getByLabel('University e-mail address').fill(`ada@${'long.'.repeat(12)}example.com`);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    await check();
    await signIn(page, `${title.replaceAll(/[ ,]/g, '-')}@example.edu`);
    await createKey(page, 'A name without spaces'.replaceAll(' ', '') + 'x'.repeat(19));
    await check();
    await page.getByRole('link', { name: 'Your account', exact: true }).click();
    await check();
    await page.getByRole('link', { name: /^Manage/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.getByRole('button', { name: 'Rename' }).click();
    await check();
    for (const link of ['Revoke the key…', 'Replace the key…']) {
      await page.getByRole('link', { name: link }).click();
      await check();
      await page.getByRole('link', { name: 'Keep it' }).click();
    }
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The form that you sent was not accepted').waitFor();
    await check();
  });

  it('accepts no form of another website', async () => {
    const { page } = await open();
    await page.goto(`${service.url}/account`);
    await signIn(page, 'cy@example.edu');
    const target = `${service.url}/account/keys`;
    const form = `<form method="post" action="${target}"><input name="name" value="x"><button>Win</button></form>`;
    const website = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Prizes</title>${form}`),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => {
      website.closeAllConnections();
      website.close();
    });
    await new Promise((resolve) => website.once('listening', resolve));
    const { port } = website.address() as AddressInfo;
    // Another website on this machine, and one with the same host, which has the cookie.
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${port}`);
      const answer = page.waitForResponse(target);
      await page.getByRole('button', { name: 'Win' }).click();
      expect((await answer).status()).toBe(403);
      await page.getByRole('heading', { name: 'The form was not accepted' }).waitFor();
    }
    await page.goto(`${service.url}/account`);
    await page.getByText('You have no active key.').waitFor();
  });
});
