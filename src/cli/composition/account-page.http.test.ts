import { describe, expect, it } from 'vitest';
import { freePort } from '../../../tools/testing/free-port.ts';
import { startMailServer } from '../../accounts/mail/smtp-server.fixture.ts';
import { services } from '../../service/http/service-under-test.fixture.ts';
import { parseMailServer } from '../settings/parse-setting.ts';

const start = services();
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

function post(url: string, fields: Readonly<Record<string, string>>, headers = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(url, { method: 'POST', body, headers: { ...SAME_ORIGIN, ...headers }, redirect: 'manual' });
}

describe('a service with a mail server', () => {
  it('signs people in by mail, and counts that; the last mail is sent while it closes', async () => {
    const [server, port] = [await startMailServer(), await freePort()];
    const service = await start({
      settings: {
        port,
        smtp: parseMailServer(server.url),
        mailFrom: 'keys@queue.example.edu',
        publicUrl: 'https://queue.example.edu/live',
        metricsPort: 0,
        keysPerAccount: 1,
        deniedDomains: ['alumni.tum.de'],
        venueName: 'Lunch Corner',
        eligibleDomains: ['uni-x.de'],
      },
    });
    const url = `http://127.0.0.1:${port}`;
    const account = `${url}/account`;
    expect(await (await post(`${account}/sign-in`, { email: 'ada@alumni.tum.de' })).text()).toContain(
      'not the domain of a university',
    );
    expect((await post(`${account}/sign-in`, { email: 'ada@uni-x.de' })).status).toBe(200);
    await expect.poll(() => server.mails.length).toBe(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'keys@queue.example.edu', to: ['ada@uni-x.de'] });
    // The name that the pages have.
    expect(mail?.head).toMatch(/^Subject: Sign in to Lunch Corner$/m);
    const token = /https:\/\/queue\.example\.edu\/live\/account\/confirm\?token=(\S+)/.exec(
      mail?.text ?? '',
    )?.[1];
    const signedIn = await post(`${account}/confirm`, { token: token as string });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    expect([signedIn.status, cookie]).toEqual([
      303,
      expect.stringMatching(/^__Host-headcount-session=.*Secure/),
    ]);
    const headers = { Cookie: cookie.split(';')[0] as string };
    const created = await post(`${account}/keys`, { name: 'a' }, headers);
    expect(await created.text()).toMatch(/hc_\w{38}/);
    const second = await post(`${account}/keys`, { name: 'b' }, headers);
    expect(await second.text()).toContain('An account can have one key a day.');
    const metrics = await (await fetch(service.metricsUrl as string)).text();
    expect(metrics).toContain('headcount_sign_ins_total 1\n');
    expect(metrics).toContain('headcount_mails_total{result="sent"} 1\n');
    expect(metrics).toContain('headcount_mails_waiting 0\n');
    expect((await post(`${account}/sign-in`, { email: 'bo@uni-x.de' })).status).toBe(200);
    // Its mail may still be in the outbox.
    await service.close();
    expect(server.mails.map(({ to }) => to)).toEqual([['ada@uni-x.de'], ['bo@uni-x.de']]);
    await server.close();
  });
});
