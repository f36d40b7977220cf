import { rename } from 'node:fs/promises';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../tools/testing/free-port.ts';
import { HOUR, MINUTE, SECOND } from '../service/domain/micros.ts';
import { sampleReports } from '../service/http/sample-data.fixture.ts';
import { type Given, type Running, services, shared } from '../service/http/service-under-test.fixture.ts';
import { REPORT_POLICIES } from './report-limits.ts';
import { device, Phone, queryOf } from './reporting.fixture.ts';

const start = services();
const SATURDAY_MORNING = '2026-10-17T08:00:00-07:00';

function serve(given: Given = {}): Promise<Running> {
  return start({
    form: 1,
    ...given,
    settings: { reportPage: true, venueName: 'Café <Nord>', trustProxy: ['127.0.0.1'], ...given.settings },
  });
}

/** A phone in a network of its own. */
function anotherPhone({ url }: Running): Phone {
  networks += 1;
  return new Phone(url, { 'X-Forwarded-For': `2001:db8:${networks.toString(16)}::1` });
}
let networks = 0;

/** The newest reports of the API, with what anybody may know of them. */
async function feed({ json }: Running): Promise<readonly { bucket: string }[]> {
  return (await json<{ results: { bucket: string }[] }>('reports')).results;
}

describe('the report page', () => {
  it('asks with six buttons, in a small page that loads nothing and runs no script', async () => {
    const { url } = await serve();
    const response = await new Phone(url).open();
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page.match(/<button /g)).toHaveLength(6);
    expect(page).toContain('How many people are in line at Café &lt;Nord&gt;?');
    expect(page).not.toMatch(/<script|<link rel="stylesheet"|src=/);
    expect(Buffer.byteLength(page)).toBeLessThan(15_000);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('takes a tap, which the API then shows, and says what the line is', async () => {
    const service = await serve();
    const phone = new Phone(service.url);
    expect(await (await phone.open('?sent')).text()).toContain('How many people');
    const sent = await phone.tap('11-20');
    expect(sent.status).toBe(303);
    expect(await (await phone.open(queryOf(sent))).text()).toMatch(
      /Thank you\.[\s\S]*The line is now about \d+ people\./,
    );
    expect(await feed(service)).toMatchObject([{ bucket: '11-20' }]);
    const status = await service.json<{ report_count: number; estimate_value: number }>('status');
    expect(status.report_count).toBe(1);
    expect(status.estimate_value).toBeGreaterThan(8);
    expect(await service.text('export.csv')).toContain(',11-20,False');
  });

  it('takes no report while the venue is closed, and says when it opens', async () => {
    const service = await serve({ now: SATURDAY_MORNING });
    const phone = new Phone(service.url);
    const page = await phone.open();
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/is closed\.[\s\S]*It opens 11:00am\./);
    expect((await phone.send({ bucket: '0' })).status).toBe(409);
    expect(await feed(service)).toEqual([]);
  });

  const quiet = shared(serve);

  it.each([
    ['no bucket', ''],
    ['an unknown bucket', 'bucket=7'],
    ['more than ten fields', 'bucket=0&x=1'.padEnd(60, '&x=1'), 'at most 10 fields'],
    ['too much', `bucket=0&page=${'x'.repeat(5000)}`, 'at most 2048 bytes'],
  ])('takes no form with %s, and says why', async (_what, body, why = 'Choose one of the six answers.') => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${quiet().url}/report`, { method: 'POST', body, headers });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(why)]);
    expect(await feed(quiet())).toEqual([]);
  });

  it('takes no form of another website', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await anotherPhone(quiet()).send({ bucket: '30+' }, headers)).status).toBe(403);
    expect(await feed(quiet())).toEqual([]);
  });

  it('says in a page that the database cannot be used, and takes reports when it can', async () => {
    const service = await serve();
    const phone = new Phone(service.url);
    const thanks = queryOf(await phone.tap('0'));
    await rename(service.file, `${service.file}.away`);
    await expect.poll(async () => (await phone.open(thanks)).status).toBe(503);
    for (const response of [await phone.send({ bucket: '1-5' }), await phone.open(thanks)]) {
      const { status, headers } = response;
      expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    }
    await rename(`${service.file}.away`, service.file);
    await expect.poll(async () => (await anotherPhone(service).tap('1-5')).status).toBe(303);
  });

  it('works below a path of a proxy, and logs neither code, cookie nor address', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const port = await freePort();
    await serve({
      logger,
      settings: {
        port,
        publicUrl: 'https://queue.example/canteen',
        reportCode: 'Soup-24',
        trustProxy: ['127.0.0.1'],
        logLevel: 'info',
      },
    });
    const phone = new Phone(`http://127.0.0.1:${port}`, { 'X-Forwarded-For': '198.51.100.7' });
    const sent = await phone.tap('11-20', '?code=Soup-24');
    expect(sent.headers.get('location')).toMatch(/^report\?/);
    expect(sent.headers.getSetCookie()).toEqual([
      expect.stringMatching(/; Max-Age=300; Path=\/canteen\/report; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    await phone.open(queryOf(sent));
    const log = lines.join('');
    expect(log).toContain('"path":"/report"');
    expect(log).not.toMatch(/soup|198\.51|headcount-reported/i);
  });
});

describe('another report of the same phone', () => {
  it('replaces the last one within five minutes, and is one more later', async () => {
    const service = await serve();
    const phone = new Phone(service.url);
    await phone.tap('30+');
    service.clock.now += 4 * MINUTE;
    await phone.tap('1-5');
    expect(await feed(service)).toMatchObject([{ bucket: '1-5' }]);
    service.clock.now += 5 * MINUTE + SECOND;
    await phone.tap('0');
    expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['0', '1-5']);
  });

  it('replaces nothing once the clock was set back', async () => {
    const service = await serve();
    const phone = new Phone(service.url);
    await phone.tap('30+');
    service.clock.now -= MINUTE;
    await phone.tap('1-5');
    service.clock.now += MINUTE;
    expect(await feed(service)).toHaveLength(2);
  });

  it('is the same report if the button was tapped twice, also soon after another report, and one more later', async () => {
    const service = await serve();
    const one = { page: 'one-copy-of-the-page', bucket: '6-10' };
    await Promise.all([new Phone(service.url).send(one), new Phone(service.url).send(one)]);
    expect(await feed(service)).toHaveLength(1);
    const phone = new Phone(service.url);
    await phone.tap('30+');
    service.clock.now += SECOND;
    const other = { page: 'another-copy-of-the-page', bucket: '11-20' };
    await Promise.all([phone.send(other), phone.send(other)]);
    expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['11-20', '6-10']);
    service.clock.now += 5 * MINUTE;
    await new Phone(service.url).send({ ...one, bucket: '0' });
    expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['0', '11-20', '6-10']);
  });

  describe('that keeps no cookies', () => {
    /** Taps, and follows the address as a browser without cookies does. */
    async function tapWithoutCookies({ url }: Running, bucket: string, query: string): Promise<string> {
      const phone = new Phone(url);
      const sent = await phone.tap(bucket, query);
      phone.cookie = '';
      const thanks = await (await phone.open(queryOf(sent))).text();
      expect(thanks).toContain('Thank you.');
      const [, again = ''] = /href="report([^"]*)">Report again/.exec(thanks) ?? [];
      return again.replaceAll('&amp;', '&');
    }

    it('is thanked, and replaced for five minutes after each tap', async () => {
      const service = await serve();
      let again = '';
      for (const bucket of ['30+', '11-20', '6-10', '1-5']) {
        again = await tapWithoutCookies(service, bucket, again);
        service.clock.now += 4 * MINUTE;
      }
      expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['1-5']);
      service.clock.now += 2 * MINUTE;
      await tapWithoutCookies(service, '0', again);
      expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['0', '1-5']);
    });

    it('leads to an address that, shared, replaces no later tap, and no report of a phone with a cookie', async () => {
      const service = await serve();
      const shared = await tapWithoutCookies(service, '30+', '');
      const later = await tapWithoutCookies(service, '20-30', shared);
      await anotherPhone(service).tap('0', shared);
      expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['0', '20-30']);
      const other = anotherPhone(service);
      await other.tap('1-5');
      await other.tap('6-10', later);
      expect((await feed(service)).map(({ bucket }) => bucket)).toEqual(['6-10', '0', '20-30']);
    });

    it('is asked again at an address of another venue, or without a genuine token', async () => {
      const [here, there] = [await serve(), await serve()];
      const genuine = queryOf(await new Phone(here.url).tap('0'));
      for (const query of [genuine, '?sent', '?sent=1.1.x', `?sent=${'a'.repeat(3000)}`, `${genuine}a`]) {
        expect(await (await new Phone(there.url).open(query)).text()).toContain('How many people');
      }
    });
  });

  it('is another person’s in another network, also if both send the same text for the copy of the page', async () => {
    const service = await serve();
    for (const bucket of ['0', '30+']) await anotherPhone(service).send({ page: 'fixed', bucket });
    expect(await feed(service)).toHaveLength(2);
  });

  it('replaces nothing with a cookie that is forged, or not signed by the service', async () => {
    const service = await serve();
    const other = anotherPhone(service);
    await other.tap('0');
    const [, othersTime] = /=(\d+)/.exec(other.cookie) ?? [];
    service.clock.now += SECOND;
    const changes = [
      (cookie: string) => cookie.replace(/=\d+/, `=${othersTime}`),
      (cookie: string) => cookie.replace(/\..*/, ''),
      (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
    ];
    for (const [index, change] of changes.entries()) {
      const phone = anotherPhone(service);
      await phone.tap('30+');
      phone.cookie = change(phone.cookie);
      await phone.tap('1-5');
      expect(await feed(service)).toHaveLength(3 + 2 * index);
    }
  });
});

describe('the code of the sign', () => {
  const settings = { reportCode: 'Soup-24' };
  const taking = shared(serve, { settings });
  const asking = shared(serve, { settings });

  it.each(['soup-24', 'SOUP24', ' soup 24 '])('is taken from the address or the form: %s', async (code) => {
    expect((await anotherPhone(taking()).tap('0', `?code=${encodeURIComponent(code)}`)).status).toBe(303);
    expect((await anotherPhone(taking()).send({ code, bucket: '0' })).status).toBe(303);
  });

  it.each([
    ['is missing', undefined, 'Enter the code'],
    ['is wrong', 'soup-25', 'the current code'],
  ])('is asked for if it %s', async (_how, code, message) => {
    const phone = anotherPhone(asking());
    expect(await (await phone.open()).text()).toContain('Code on the sign');
    const response = await phone.send({ bucket: '0', ...(code === undefined ? {} : { code }) });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(message);
    expect(await feed(asking())).toEqual([]);
  });

  it('stays in the address after a report, so that nobody types it to report again', async () => {
    const phone = anotherPhone(taking());
    const sent = await phone.tap('0', '?code=soup-24');
    const thanks = await (await phone.open(queryOf(sent))).text();
    expect(thanks).toMatch(/href="report\?last=[\w.-]+&amp;code=Soup-24"/);
  });

  it.each([
    ['an address', (phone: Phone, code: string) => phone.open(`?code=${code}`)],
    ['a form without a bucket', (phone: Phone, code: string) => phone.send({ code })],
  ])('is not confirmed by %s to whoever has tried too often', async (_where, attempt) => {
    const { url } = await serve({ settings: { reportCode: '4724' } });
    const answers = async (code: string) => {
      const response = await attempt(new Phone(url), code);
      const text = (await response.text()).replaceAll(/value="[^"]*"|\d+ s/g, '');
      return [response.status, text] as const;
    };
    let wrong = await answers('4700');
    for (let n = 10; n < 24; n += 1) wrong = await answers(`47${n}`);
    expect(await answers('4724')).toEqual(wrong);
  });

  it('is taken at once if it is hard to guess, although others at the same address have tried too often', async () => {
    const { url } = await serve({ settings });
    const send = async (code: string) => (await new Phone(url).send({ code, bucket: '0' })).status;
    for (let n = 10; n < 24; n += 1) await send(`soup-${n}`);
    expect([await send('soup-25'), await send('soup-24')]).toEqual([429, 303]);
  });
});

describe('limits', () => {
  it('hold for a network, and not for others', async () => {
    const service = await serve();
    const from = (address: string) => new Phone(service.url, { 'X-Forwarded-For': address });
    const statuses = [];
    for (let n = 0; n <= REPORT_POLICIES.network.count; n += 1) {
      statuses.push((await from('198.51.100.7').tap('30+')).status);
    }
    expect(statuses.slice(-2)).toEqual([303, 429]);
    const refused = await from('198.51.100.7').tap('30+');
    expect(await refused.text()).toMatch(/Your network has made as many reports .* Retry in \d+ s/);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await from('198.51.100.8').tap('1-5')).status).toBe(303);
  });

  it('are those of shared networks where the operator says so', async () => {
    const service = await serve({ settings: { sharedNetworks: ['198.51.100.0/24', '2001:db8:77::/48'] } });
    for (const [address, last] of [
      ['198.51.100.7', 303],
      ['2001:db8:77::1', 303],
      ['198.51.101.7', 429],
    ] as const) {
      const phones = Array.from({ length: 8 }, () => new Phone(service.url, { 'X-Forwarded-For': address }));
      const statuses = await Promise.all(
        phones.map(async (phone) => (await phone.send({ bucket: '0' })).status),
      );
      expect(statuses.toSorted().at(-1)).toBe(last);
    }
  });
});

describe('a device', () => {
  const quiet = shared(serve);

  it('posts a number of people or a bucket', async () => {
    const service = await serve();
    const { post } = await device(service);
    const counts = [
      [{ count: 0 }, '0'],
      [{ count: 5 }, '1-5'],
      [{ count: 20 }, '11-20'],
      [{ count: 31 }, '30+'],
      [{ bucket: '6-10' }, '6-10'],
    ] as const;
    for (const [body, bucket] of counts) {
      const response = await post(body);
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual({ bucket, time: '2026-10-16T12:35:20-07:00' });
      expect((await feed(service))[0]).toMatchObject({ bucket });
    }
    expect(await feed(service)).toHaveLength(counts.length);
  });

  it.each([
    ['time', { count: 1, time: '2026-10-16T11:35:19-07:00' }, 'older than an hour'],
    ['time', { count: 1, time: '2026-10-16T12:37:21-07:00' }, 'in the future'],
    ['time', { count: 1, time: '2026-10-16 12:35' }, 'with an offset'],
    ['count', { count: -1 }, 'integer from 0'],
    ['count', { count: '14' }, 'integer from 0'],
    ['count', {}, 'required'],
    ['count', { count: 1, bucket: '1-5' }, 'only one'],
    ['bucket', { bucket: '7' }, 'must be one of'],
    ['people', { people: 4 }, 'unknown'],
    ['body', [], 'JSON object'],
  ])('learns what is wrong with its %s: %j', async (parameter, body, message) => {
    const response = await (await device(quiet(), { name: JSON.stringify(body) })).post(body);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const problem = (await response.json()) as { errors: { parameter: string; message: string }[] };
    expect(problem.errors[0]?.parameter).toBe(parameter);
    expect(problem.errors[0]?.message).toContain(message);
    expect(await feed(quiet())).toEqual([]);
  });

  it.each(['application/x-www-form-urlencoded', ''])(
    'posts JSON with any Content-Type: "%s"',
    async (type) => {
      const service = await serve();
      const { post } = await device(service);
      // A blob has no type of its own.
      const response = await post(new Blob(['{"count":14}']), type === '' ? {} : { 'Content-Type': type });
      expect([response.status, (await feed(service))[0]?.bucket]).toEqual([201, '11-20']);
    },
  );

  it('that uses an Idempotency-Key anew loses no report, not even of the same minute', async () => {
    const service = await serve();
    const { post } = await device(service);
    const send = async (time: string) => {
      const response = await post({ count: 12, time }, { 'Idempotency-Key': '1' });
      return [response.status, ((await response.json()) as { time: string }).time];
    };
    // The clock of the device is ahead of the one of the service.
    const [sent, stored] = ['2026-10-16T12:36:00-07:00', '2026-10-16T12:35:20-07:00'];
    expect(await send(sent)).toEqual([201, stored]);
    expect(await send('2026-10-16T19:36:00Z')).toEqual([200, stored]);
    service.clock.now += MINUTE;
    expect(await send('2026-10-16T12:36:01-07:00')).toEqual([201, '2026-10-16T12:36:01-07:00']);
    expect(await send(sent)).toEqual([200, stored]);
    expect(await feed(service)).toHaveLength(2);
  });

  it('may send a request again, which is stored once, also after the venue has closed, and after an hour', async () => {
    const service = await serve({ now: '2026-10-16T13:55:00-07:00' });
    const { post } = await device(service);
    const [body, key] = [{ count: 12, time: '2026-10-16T13:50:00-07:00' }, { 'Idempotency-Key': '"a1"' }];
    const first = await post(body, key);
    service.clock.now += 2 * HOUR;
    const again = await post(body, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await again.json()).toEqual(await first.json());
    expect((await post({ ...body, count: 40 }, key)).status).toBe(422);
    expect((await post(body)).status).toBe(400);
    expect(await feed(service)).toHaveLength(1);
    expect(await (await post({ count: 12 }, key)).json()).toMatchObject({ errors: [{ parameter: 'time' }] });
    const closed = (await (await post({ count: 12 })).json()) as { type: string };
    expect(closed.type).toBe('urn:queue-headcount:problem:venue-closed');
  });

  it.each([
    ['a key of the API', ({ key }: Running) => ({ Authorization: `Token ${key}` })],
    ['a mistyped key', () => ({ Authorization: 'Token hr_nothing' })],
  ])('needs the key of a reporter, and not %s', async (which, headers) => {
    const { post } = await device(quiet(), { name: which });
    const response = await post({ count: 1 }, headers(quiet()));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Token']);
    expect(await feed(quiet())).toEqual([]);
  });

  it('is named in the log, and so is the client of an unknown one', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const service = await serve({ logger, settings: { logLevel: 'info' } });
    const { post, id, key } = await device(service);
    await post({ count: 3 });
    await post({ count: 3 }, { Authorization: 'Token hr_nothing', 'X-Forwarded-For': '198.51.100.7' });
    const logged = () => lines.filter((line) => line.includes('"path":"/report"')).map((l) => JSON.parse(l));
    await expect.poll(logged).toMatchObject([
      { status: 201, reporter: id },
      { status: 401, client: '198.51.100.7' },
    ]);
    expect(logged()[0].client).toBeUndefined();
    expect(lines.join('')).not.toContain(key);
  });

  it('has a key that the API does not take, and that ends when the reporter is removed', async () => {
    const service = await serve();
    const { post, key, id } = await device(service);
    const status = await fetch(`${service.url}/api/v1/status`, {
      headers: { Authorization: `Token ${key}` },
    });
    expect(status.status).toBe(401);
    await service.store.removeReporter(id, service.clock.now);
    expect((await post({ count: 1 })).status).toBe(401);
  });

  it('is slowed down by a limit of its own', async () => {
    const service = await serve();
    const { post } = await device(service);
    const statuses = await Promise.all(
      Array.from({ length: 32 }, () => post({ count: 3 }).then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('reports that are removed', () => {
  it('are gone from status, chart, patterns, feed and export at once', async () => {
    const service = await serve({ reports: sampleReports() });
    const { post, id } = await device(service);
    const bodies = async () =>
      Promise.all(['status', 'chart', 'patterns', 'reports', 'export.csv'].map((path) => service.text(path)));
    const before = await bodies();
    for (let n = 0; n < 3; n += 1) {
      await post({ count: 35, time: new Date((service.clock.now - n * 10 * MINUTE) / 1000).toISOString() });
    }
    const during = await bodies();
    for (const [index, body] of before.entries()) expect(during[index]).not.toBe(body);
    expect(await service.store.removeReports({ reporter: id }, service.clock.now)).toBe(3);
    expect(await bodies()).toEqual(before);
  });
});
