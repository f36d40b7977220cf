import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { apiKeyPrefix } from '../keys/api-key.ts';
import { keyIdsIn, secretIn, servicesWithAccounts } from './account-page.fixture.ts';

const start = servicesWithAccounts();

describe("the client's address in the log", () => {
  it.each([
    ['of the account page is what a trusted proxy reports', ['loopback'], '192.0.2.1'],
    ['of the account page is never what a client says of itself', [], '127.0.0.1'],
  ] as const)('%s', async (_, trustedProxies, client) => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const service = await start({ trustedProxies, logger });
    const browser = service.browser({ 'X-Forwarded-For': '198.51.100.7, 192.0.2.1' });
    await browser.get('/account');
    await browser.post('/account/sign-in', { email: 'ada@example.edu' });
    await browser.get('/account/nowhere');
    await browser.get('/accounts');
    await browser.get('/livez');
    await expect.poll(() => lines.length).toBe(5);
    const seen = lines.map((line) => JSON.parse(line)).map((line) => [line.path, line.client] as const);
    expect(new Map(seen)).toEqual(
      new Map([
        ['/account', client],
        ['/account/sign-in', client],
        ['/account/nowhere', client],
        ['/accounts', undefined],
        ['/livez', undefined],
      ]),
    );
    expect(lines.join('')).not.toContain('198.51.100.7');
    expect(lines.join('')).not.toContain('ada@');
  });

  it('is on no line of the account page where there is none', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const service = await start({ isOff: true, logger });
    await service.browser().get('/account');
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/account', status: 404 });
    expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('client');
  });
});

describe('a leaked key of an account', () => {
  it('is revoked by anybody who sends it, and its owner gets a mail', async () => {
    const service = await start();
    const owner = await service.signedIn('ada@example.edu');
    const key = secretIn(await owner.post('/account/keys', { name: 'bot', expires: 'never' }));
    const mails = service.mails.length;
    const send = () =>
      fetch(`${service.url}/leaked-keys`, { method: 'POST', body: new URLSearchParams({ key }) });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    const headers = { Authorization: `Token ${key}` };
    expect((await fetch(`${service.url}/api/v1/status`, { headers })).status).toBe(401);
    const sent = service.mails.slice(mails);
    expect(sent.map(({ to }) => to)).toEqual(['ada@example.edu']);
    expect(sent[0]?.text).toContain(apiKeyPrefix(key));
    expect(sent[0]?.text).not.toContain(key);
    expect(await service.store.auditEvents({ limit: 1 })).toMatchObject([
      { action: 'key.revoked', actor: 'finder' },
    ]);

    // Also with as many keys as an account may have.
    await owner.post('/account/keys', { name: 'screen', expires: 'never' });
    const [, id = ''] = keyIdsIn(await owner.get('/account'));
    const page = await owner.get(`/account/keys/${id}`);
    expect(page.html).toContain('Somebody found this key');
    const form = page.html.slice(page.html.indexOf(`keys/${id}/replace"`));
    const fields = [...form.slice(0, form.indexOf('</form>')).matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const choice = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    const next = secretIn(await owner.post(`/account/keys/${id}/replace`, choice));
    const status = async (secret: string) =>
      (await fetch(`${service.url}/api/v1/status`, { headers: { Authorization: `Token ${secret}` } })).status;
    expect([await status(next), await status(key)]).toEqual([200, 401]);
    expect((await owner.get(`/account/keys/${id}`)).html).not.toContain('Somebody found this key');
  });

  it('cannot be replaced beside another one of its name, and its page says what to do', async () => {
    const service = await start();
    const owner = await service.signedIn('ada@example.edu');
    const key = secretIn(await owner.post('/account/keys', { name: 'bot', expires: 'never' }));
    const [id] = keyIdsIn(await owner.get('/account'));
    await fetch(`${service.url}/leaked-keys`, { method: 'POST', body: new URLSearchParams({ key }) });
    await owner.post('/account/keys', { name: 'bot', expires: 'never' });
    const choice = { prefix: apiKeyPrefix(key), overlap: 'none', confirmed: 'yes' };
    const { status, html } = await owner.post(`/account/keys/${id}/replace`, choice);
    expect(status).toBe(422);
    expect(html).toContain('Another of your keys has this name. Rename that one, then replace this one.');
  });
});
