/** Pages that were opened before something changed. */
import { describe, expect, it } from 'vitest';
import { HOUR } from '../domain/micros.ts';
import { keyIdsIn, servicesWithAccounts, tokenIn } from './account-page.fixture.ts';

const start = servicesWithAccounts();
const ADA = 'ada@example.edu';

describe('a form that is sent after the session has ended', () => {
  it.each<readonly [form: string, fields: Readonly<Record<string, string>>, kept: readonly string[]]>([
    ['keys', { name: 'lobby <b>', expires: 'never' }, ['lobby &lt;b&gt;']],
    ['keys/1/quota', { quota: '5,000', reason: 'My\r\nthesis' }, ['5,000', 'My\r\nthesis']],
    ['keys/1/replace', { overlap: '1-day', prefix: 'hc_012345' }, []],
    ['delete', { email: ADA }, []],
  ])(
    'changes nothing, and what was typed into %s can be copied from the page',
    async (form, fields, kept) => {
      const { signedIn, clock, store } = await start();
      const ada = await signedIn(ADA);
      clock.now += HOUR;
      const { status, html } = await ada.post(`/account/${form}`, fields);
      expect(status).toBe(403);
      expect(html).toContain(
        'Your session has ended. The form that you sent was not accepted, and nothing was changed.',
      );
      const texts = [...html.matchAll(/<textarea [^>]*readonly[^>]*>\n([^<]*)</g)].map(([, text]) => text);
      expect(texts).toEqual(kept);
      expect(html.includes('Sign in again to continue. What you typed is below.')).toBe(kept.length > 0);
      expect(await store.listKeys()).toEqual([]);
    },
  );
});

describe('the page of a key', () => {
  it('says that a request was sent only until the operator has decided', async () => {
    const { signedIn, store, clock } = await start();
    const ada = await signedIn(ADA);
    await ada.post('/account/keys', { name: 'bot', expires: 'never' });
    const key = `/account/keys/${keyIdsIn(await ada.get('/account'))[0]}`;
    const NOTICE = 'Your request was sent to the operator.';
    expect((await ada.get(`${key}?done=requested`)).html).not.toContain(NOTICE);
    await ada.post(`${key}/quota`, { quota: '5000', reason: 'A thesis' });
    expect((await ada.get(`${key}?done=requested`)).html).toContain(NOTICE);
    const [request] = await store.quotaRequests({ open: true });
    const decision = { granted: 2000, answer: '', at: clock.now };
    await store.decideQuotaRequest(request?.id as number, decision);
    expect((await ada.get(`${key}?done=requested`)).html).not.toContain(NOTICE);
    expect((await ada.get(`${key}?done=renamed`)).html).toContain('The key has its new name.');
  });

  it('asks no longer to revoke or replace a key that has ended, but leads to the key', async () => {
    const { signedIn } = await start();
    const ada = await signedIn(ADA);
    await ada.post('/account/keys', { name: 'bot', expires: 'never' });
    const key = `/account/keys/${keyIdsIn(await ada.get('/account'))[0]}`;
    for (const page of ['revoke', 'replace-at-once']) {
      expect((await ada.get(`${key}/${page}`)).status).toBe(200);
    }
    await ada.post(`${key}/revoke`);
    for (const page of ['revoke', 'replace-at-once']) {
      const { status, headers } = await ada.get(`${key}/${page}`);
      expect([status, headers.location]).toEqual([303, `../../..${key}`]);
    }
    expect((await ada.get(key)).html).toContain('<span class="pill revoked">Revoked</span>');
  });
});

describe('a link that was used', () => {
  it('leads to the account of somebody who is signed in', async () => {
    const { browser, signedIn, mails } = await start();
    const ada = await signedIn(ADA);
    const token = tokenIn(mails.at(-1));
    const signedInAs = `You are signed in as <strong class="address">${ADA}</strong>.`;
    for (const page of [
      await ada.get(`/account/confirm?token=${token}`),
      await ada.post('/account/confirm', { token }),
    ]) {
      expect([page.status, page.html]).toEqual([410, expect.stringContaining(signedInAs)]);
    }
    expect((await browser().get(`/account/confirm?token=${token}`)).html).not.toContain(ADA);
  });
});
