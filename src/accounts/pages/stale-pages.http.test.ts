/** Pages that were opened before something changed. */
import { describe, expect, it } from 'vitest';
import { keyIdsIn, servicesWithAccounts, tokenIn } from './account-page.fixture.ts';

const start = servicesWithAccounts();
const ADA = 'ada@example.edu';

describe('the page of a key', () => {
  it('asks no longer to revoke or replace a key that has ended, but leads to the key', async () => {
    const { signedIn } = await start();
    const ada = await signedIn(ADA);
    await ada.post('/account/keys', { name: 'bot' });
    const key = `/account/keys/${keyIdsIn(await ada.get('/account'))[0]}`;
    for (const page of ['revoke', 'replace']) {
      expect((await ada.get(`${key}/${page}`)).status).toBe(200);
    }
    await ada.post(`${key}/revoke`);
    for (const page of ['revoke', 'replace']) {
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
