import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../service/domain/micros.ts';
import { hashToken, newToken } from '../../service/keys/token.ts';
import { issueKey } from '../keys.ts';
import type { Mail } from '../mails.ts';
import { ACCOUNT_POLICIES } from './account-limits.ts';
import { keyIdsIn, secretIn, servicesWithAccounts, tokenIn } from './account-page.fixture.ts';

const start = servicesWithAccounts();
const ADA = 'ada@example.edu';

describe('the way to a key', () => {
  it('is: address, link, button, name', async () => {
    const { browser, mails, store, url } = await start();
    const ada = browser();
    expect((await ada.get('/account')).html).toContain('Get an API key');
    const sent = await ada.post('/account/sign-in', { email: ` ${ADA} ` });
    expect([sent.status, sent.html]).toEqual([200, expect.stringContaining(ADA)]);
    const token = tokenIn(mails[0]);
    // As often as programs that check mail like.
    for (let round = 0; round < 3; round += 1) {
      const page = await browser().get(`/account/confirm?token=${token}`);
      expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
      expect(page.html).toContain(`Sign in as <strong class="address">${ADA}</strong>?`);
    }
    expect(await store.listAccounts()).toEqual([]);
    const confirmed = await ada.post('/account/confirm', { token });
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, '../account']);
    const used = await ada.get(`/account/confirm?token=${token}`);
    expect([used.status, used.html]).toEqual([410, expect.stringContaining('You are signed in as')]);
    expect((await browser().get(`/account/confirm?token=${token}`)).html).not.toContain(ADA);
    expect((await ada.get('/account')).html).toContain('You have no active key.');
    const created = await ada.post('/account/keys', { name: 'lobby display' });
    expect(created.status).toBe(200);
    const Authorization = `Token ${secretIn(created)}`;
    expect(created.html).toContain(
      `curl -H &quot;Authorization: ${Authorization}&quot; ${url}/api/v1/status`,
    );
    expect((await fetch(`${url}/api/v1/status`, { headers: { Authorization } })).status).toBe(200);
    const overview = await ada.get('/account');
    expect(overview.html).toContain('1 of 1,000 requests used today');
    expect(overview.html).not.toContain(secretIn(created));
  });

  it('says the same for every address that may sign in, and sends no more than three links an hour', async () => {
    const { browser, signedIn, mails } = await start();
    await signedIn(ADA);
    const pages = [];
    for (const email of [ADA, ADA, ADA, 'bo@example.edu']) {
      const { status, headers, html } = await browser().post('/account/sign-in', { email });
      const { date, 'x-request-id': id, ...rest } = headers;
      pages.push([status, Object.keys(rest), html.replaceAll(email, 'ADDRESS')]);
    }
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    expect(mails.map(({ to }) => to)).toEqual([ADA, ADA, ADA, 'bo@example.edu']);
  });

  it.each([
    ['ada@example.com', 'example.com is not the domain of a university'],
    ['"><script>alert(1)</script>@example.edu', 'Before the @'],
  ])('keeps the address %j in the form, and says what is wrong', async (email, error) => {
    const { browser, mails } = await start();
    const { status, html } = await browser().post('/account/sign-in', { email });
    expect(status).toBe(422);
    expect(html).toMatch(new RegExp(`<p class="field-error" id="email-error" role="alert">.*${error}.*</p>`));
    expect(html).toMatch(/<input [^>]*aria-describedby="email-error" aria-invalid="true" autofocus/);
    expect(html).toContain(
      `value="${email.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
    );
    expect(html).not.toContain('<script>alert');
    expect(mails).toEqual([]);
  });

  it('is limited for each network, and for each site of IPv6', async () => {
    const { browser, clock } = await start({ trustedProxies: ['127.0.0.1'] });
    const send = (address: string) =>
      browser({ 'X-Forwarded-For': address }).post('/account/sign-in', { email: 'x@example.com' });
    const { 'sign-in-network': network, 'sign-in-site': site } = ACCOUNT_POLICIES;
    for (let link = 0; link < network.count; link += 1) expect((await send('192.0.2.1')).status).toBe(422);
    const refused = await send('192.0.2.1');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '20']);
    expect(refused.html).toContain('Try again in 20 seconds.');
    // A refused form is no link.
    const { count } = ACCOUNT_POLICIES['sign-in'];
    await Promise.all(Array.from({ length: count }, () => send('192.0.2.1')));
    expect((await send('192.0.2.2')).status).toBe(422);
    clock.now += 20 * SECOND;
    expect((await send('192.0.2.1')).status).toBe(422);
    const inSite = (at: number) => send(`2001:db8:1:${at.toString(16)}::1`);
    const statuses = await Promise.all(Array.from({ length: site.count + 1 }, (_, at) => inSite(at)));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await send('2001:db8:2:1::1')).status).toBe(422);
  });

  it('is limited for new accounts of the mail hosts below an eligible domain, whichever they are', async () => {
    const { browser, store, clock } = await start();
    const confirm = async (email: string) => {
      const { token, hash } = newToken();
      const link = { hash, email, createdAt: clock.now, expiresAt: clock.now + MINUTE };
      await store.addSignInLink(link, { most: 9, since: clock.now });
      return { token, response: await browser().post('/account/confirm', { token }) };
    };
    for (let n = 0; n < 100; n += 1) {
      expect((await confirm(`ada@host-${n}.catch-all.example.edu`)).response.status).toBe(303);
    }
    const { token, response } = await confirm('ada@host.example.edu');
    expect([response.status, response.headers['retry-after']]).toEqual([429, '864']);
    expect(response.html).toContain('hosts below example.edu');
    expect(response.html).toContain('in 15 minutes');
    expect(await store.findAccount('ada@host.example.edu')).toBeNull();
    expect(await store.signInLink(hashToken(token) as Uint8Array, clock.now)).toBe('ada@host.example.edu');
    for (const email of ['ada@example.edu', 'ada@cs.other.edu', 'ada@host-7.catch-all.example.edu']) {
      expect((await confirm(email)).response.status, email).toBe(303);
    }
  });

  it('cannot be blocked for others by forms that mail nothing', async () => {
    const { browser, mails } = await start({ trustedProxies: ['127.0.0.1'] });
    const send = (at: number, email: string) =>
      browser({ 'X-Forwarded-For': `192.0.2.${at % 200}` }).post('/account/sign-in', { email });
    // An invalid address, an ineligible one, and one that has had its links.
    const forms = [
      ['nobody', 422],
      ['eve@example.com', 422],
      ['eve@example.edu', 200],
    ] as const;
    for (let at = 0; at < ACCOUNT_POLICIES['sign-in'].count + 10; at += 1) {
      const [email, status] = forms[at % 3] as (typeof forms)[0];
      expect((await send(at, email)).status).toBe(status);
    }
    expect(mails).toHaveLength(3);
    expect((await send(0, ADA)).status).toBe(200);
    expect(mails.at(-1)?.to).toBe(ADA);
  });

  it('uses up no link of an address while the outbox is full', async () => {
    const sent: string[] = [];
    let isFull = true;
    const mailer = { send: ({ to }: Mail) => void sent.push(to), isFull: () => isFull };
    const ada = (await start({ mailer })).browser();
    for (let round = 0; round < 5; round += 1) {
      const { status, headers, html } = await ada.post('/account/sign-in', { email: ADA });
      expect([status, headers['retry-after'], html]).toEqual([
        503,
        '60',
        expect.stringContaining('no link was sent'),
      ]);
    }
    isFull = false;
    expect((await ada.post('/account/sign-in', { email: ADA })).status).toBe(200);
    expect(sent).toEqual([ADA]);
  });

  it('is refused in the same words for every address, once the service has mailed too many', async () => {
    const { browser, mails } = await start({ trustedProxies: ['127.0.0.1'] });
    const send = (at: number, email: string) =>
      browser({ 'X-Forwarded-For': `192.0.2.${at % 200}` }).post('/account/sign-in', { email });
    const { count } = ACCOUNT_POLICIES['sign-in'];
    await Promise.all(Array.from({ length: count }, (_, at) => send(at, `eve${at}@example.edu`)));
    expect(mails).toHaveLength(count);
    const texts = new Set();
    for (const email of ['eve0@example.edu', 'new@example.edu', 'new@example.com', 'nobody']) {
      const { status, headers, html } = await send(1, email);
      texts.add(JSON.stringify([status, headers['retry-after'], html.replaceAll(email, '')]));
    }
    expect([...texts]).toEqual([expect.stringContaining('[429,"2",')]);
    expect(mails).toHaveLength(count);
  });
});

describe('a session', () => {
  it('has a new secret each time, which scripts cannot read, and lasts an hour', async () => {
    const { browser, mails, clock, signedIn } = await start();
    const ada = browser();
    ada.cookie = `headcount-session=${'x'.repeat(43)}`;
    await ada.post('/account/sign-in', { email: ADA });
    const { headers } = await ada.post('/account/confirm', { token: tokenIn(mails[0]) });
    expect(headers['set-cookie']?.[0]).toMatch(
      /^headcount-session=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(ada.cookie).not.toContain('xxxx');
    expect((await signedIn(ADA)).cookie).not.toBe(ada.cookie);
    clock.now += HOUR - 1;
    expect((await ada.get('/account')).html).toContain('Your account');
    clock.now += 1;
    const ended = await ada.get('/account');
    expect(ended.html).toContain('Your session has ended. Sign in again to continue.');
    expect(ended.html).toContain('<title>Your session has ended');
    expect(ada.cookie).toBe('');
  });

  it('ends in all browsers when one signs out', async () => {
    const { signedIn } = await start();
    const [one, other] = [await signedIn(ADA), await signedIn(ADA)];
    const kept = one.cookie;
    const { status, headers } = await one.post('/account/sign-out');
    expect([status, headers.location, one.cookie]).toEqual([303, '../account?done=signed-out', '']);
    expect((await one.get('/account?done=signed-out')).html).toContain('You are signed out');
    // Anybody can make such a link.
    expect((await one.get('/account?done=revoked')).html).not.toContain('revoked');
    expect((await (await signedIn(ADA)).get('/account?done=signed-out')).html).not.toContain(
      'You are signed out',
    );
    one.cookie = kept;
    for (const browser of [one, other]) {
      expect((await browser.get('/account')).html).toContain('Your session has ended.');
    }
  });

  it('uses a cookie over TLS that no other subdomain can set', async () => {
    const { browser, mails } = await start({ publicUrl: 'https://queue.example/live' });
    const ada = browser({ Host: 'queue.example' });
    await ada.post('/account/sign-in', { email: ADA });
    expect(mails[0]?.text).toContain('https://queue.example/live/account/confirm?token=');
    const { headers } = await ada.post('/account/confirm', { token: tokenIn(mails[0]) });
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-headcount-session=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await ada.get('/account')).html).toContain('Your account');
    ada.cookie = ada.cookie.replace('__Host-', '');
    expect((await ada.get('/account')).html).toContain('Get an API key');
  });
});

describe('a key', () => {
  it('is renamed, replaced and revoked', async () => {
    const { signedIn, url, clock } = await start();
    const ada = await signedIn(ADA);
    const first = secretIn(await ada.post('/account/keys', { name: 'bot' }));
    const [id] = keyIdsIn(await ada.get('/account'));
    const key = `/account/keys/${id}`;
    const works = async (secret: string) =>
      (await fetch(`${url}/api/v1/status`, { headers: { Authorization: `Token ${secret}` } })).status;

    const renamed = await ada.post(`${key}/name`, { name: ' lunch  bot ' });
    expect([renamed.status, renamed.headers.location]).toEqual([
      303,
      `../../../account/keys/${id}?done=renamed`,
    ]);
    expect((await ada.get(`${key}?done=renamed`)).html).toMatch(/<h1>lunch bot<\/h1>.*has its new name/s);
    // A refused form has what was sent, not the old name.
    expect((await ada.post(`${key}/name`, { name: '' })).html).toMatch(/value="" id="name"/);

    const replacing = { prefix: first.slice(0, 9) };
    expect((await ada.get(`${key}/replace`)).html).toContain('Replace “lunch bot”?');
    expect(await works(first)).toBe(200);
    const replaced = await ada.post(`${key}/replace`, replacing);
    const second = secretIn(replaced);
    expect(replaced.html).toContain('The previous secret no longer works.');
    expect([await works(first), await works(second)]).toEqual([401, 200]);
    // The browser sends the form again.
    const again = await ada.post(`${key}/replace`, replacing);
    expect([again.status, again.html]).toEqual([422, expect.stringContaining('was replaced already')]);
    clock.now += HOUR;

    const later = await signedIn(ADA);
    expect((await later.get(`${key}/revoke`)).html).toContain('Revoke “lunch bot”?');
    expect(await works(second)).toBe(200);
    const revoked = await later.post(`${key}/revoke`);
    // A page that was opened before leads to the key.
    for (const page of ['revoke', 'replace'])
      expect((await later.get(`${key}/${page}`)).headers.location).toBe(`../../..${key}`);
    expect((await later.get(key)).html).toContain('<span class="pill revoked">Revoked</span>');
    expect([revoked.status, revoked.headers.location]).toEqual([303, '../../../account?done=revoked']);
    expect(await works(second)).toBe(401);
    expect((await later.get('/account')).html).toContain('1 key that no longer works');
    for (const form of ['name', 'replace']) {
      const refused = await later.post(`${key}/${form}`, { name: 'x', ...replacing });
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('role="alert"')]);
    }
  });

  it('is there already when the browser sends its form again, and the page says how to get another secret', async () => {
    const { signedIn, store } = await start();
    const ada = await signedIn(ADA);
    const form = { name: ' lunch  bot' };
    const secret = secretIn(await ada.post('/account/keys', form));
    const { status, html } = await ada.post('/account/keys', form);
    expect([status, html]).toEqual([422, expect.stringContaining('<h1>You have this key already</h1>')]);
    const [id] = keyIdsIn(await ada.get('/account'));
    expect(html).toContain(`href="../account/keys/${id}#replace-title"`);
    expect(html).toContain(secret.slice(0, 9));
    expect(html).not.toContain(secret);
    expect(await store.listKeys()).toHaveLength(1);
  });

  it('has a first request to one of its venues, if it is not for all', async () => {
    const { signedIn, store, clock } = await start();
    const ada = await signedIn(ADA);
    const { key } = await issueKey(store, { email: ADA, quota: 1000, venues: 'cafe,hall', now: clock.now });
    expect((await ada.get('/account')).html).toContain('<dt>Works at</dt><dd>cafe, hall</dd>');
    const { html } = await ada.post(`/account/keys/${key.id}/replace`, { prefix: key.prefix });
    expect(html).toContain('/cafe/api/v1/status');
  });

  it('names whom to contact for a higher quota, and shows what the operator has set', async () => {
    const { signedIn, store, clock } = await start();
    const ada = await signedIn(ADA);
    await ada.post('/account/keys', { name: 'bot' });
    const [id] = keyIdsIn(await ada.get('/account'));
    expect((await ada.get(`/account/keys/${id}`)).html).toContain('For a higher quota, contact the kitchen.');
    await store.setQuota(Number(id), 4000, clock.now);
    const { html } = await ada.get('/account');
    expect(html).toContain('0 of 4,000 requests used today');
    expect(html).toContain('The operator changed the quota of “bot” (1,000 → 4,000).');
  });
});

describe('changes of an account', () => {
  const { count: most, seconds } = ACCOUNT_POLICIES.account;

  it('are limited, whatever its session, and then change nothing', async () => {
    const { signedIn, clock, store } = await start();
    const [ada, sheAgain, eve] = [
      await signedIn(ADA),
      await signedIn(ADA),
      await signedIn('eve@example.edu'),
    ];
    await ada.post('/account/keys', { name: 'display' });
    const [id] = keyIdsIn(await ada.get('/account'));
    const rename = (name: string, browser = ada) => browser.post(`/account/keys/${id}/name`, { name });
    // What is refused counts, too.
    for (let count = 1; count < most; count += 1) expect((await rename('')).status).toBe(422);
    const before = await store.auditEvents({ limit: 1000 });
    const refused = await rename('one too many', sheAgain);
    const wait = seconds / most;
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(wait)]);
    expect(refused.html).toContain(`Nothing was changed. Try again in ${wait} seconds.`);
    expect((await ada.post('/account/export')).status).toBe(429);
    expect(await store.auditEvents({ limit: 1000 })).toEqual(before);
    // Looking is free, and so are changes of other people.
    expect((await ada.get('/account')).status).toBe(200);
    expect((await eve.post('/account/keys', { name: 'display' })).status).toBe(200);
    clock.now += wait * SECOND;
    expect((await rename('display')).status).toBe(303);
    expect((await rename('another')).status).toBe(429);
  });
});

describe('the data of an account', () => {
  it('can be downloaded, and deleted by typing the address again', async () => {
    const { signedIn, url } = await start();
    const ada = await signedIn(ADA);
    const secret = secretIn(await ada.post('/account/keys', { name: 'bot' }));
    expect((await ada.get('/account/export')).headers.location).toBe('../account');
    expect((await ada.get('/account')).html).not.toContain('downloaded the data');
    const file = await ada.post('/account/export');
    expect(file.headers).toMatchObject({
      'content-disposition': 'attachment; filename=queue-headcount-account.json',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(JSON.stringify(JSON.parse(file.html))).toContain(ADA);
    expect(file.html).not.toContain(secret);
    const wrong = await ada.post('/account/delete', { email: 'bo@example.edu' });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('value="bo@example.edu"')]);
    const deleted = await ada.post('/account/delete', { email: ADA });
    expect([deleted.status, deleted.html, ada.cookie]).toEqual([
      200,
      expect.stringContaining('Your account is deleted'),
      '',
    ]);
    const Authorization = `Token ${secret}`;
    expect((await fetch(`${url}/api/v1/status`, { headers: { Authorization } })).status).toBe(401);
  });
});
