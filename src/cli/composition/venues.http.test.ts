import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { secretPage } from '../../accounts/pages/keys/secret-page.ts';
import { Phone } from '../../report-page/reporting.fixture.ts';
import { DAY } from '../../service/domain/micros.ts';
import { FRIDAY_LUNCH } from '../../service/http/sample-data.fixture.ts';
import {
  at,
  type Given,
  OWNER,
  type Running,
  rawRequest,
} from '../../service/http/service-under-test.fixture.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../service/keys/api-key.ts';
import type { Key } from '../../service/store/account-store.ts';
import { openStore } from '../../service/store/open-store.ts';
import { TIME_ZONE } from '../../service/store/store.ts';
import { fakeLooks, venueServices } from './venues.fixture.ts';

const { start, file, serve: serveVenues } = venueServices();

const TWO = `
dining-hall:
  name: Dining Hall
  report_page: true
  public_page: true
cafe:
  name: Café <Nord>
  form: 1
  time_zone: Europe/Vienna
  report_page: true
`;

const serve = (yaml = TWO, given: Given = {}) => serveVenues(yaml, given);

async function json<Body>({ url, key }: Running, path: string): Promise<Body> {
  const response = await fetch(`${url}/${path}`, { headers: { Authorization: `Token ${key}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json() as Promise<Body>;
}

describe('a service with several venues', () => {
  /** Nobody reports at its venues. */
  let two: Running;
  beforeAll(async () => {
    two = await serve();
  });

  it('has an API for each below its id, with a form, a zone and reports of its own', async () => {
    const service = await serve();
    const sent = await new Phone(`${service.url}/dining-hall`).tap('11-20');
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^report\?sent=/),
    ]);
    await new Phone(`${service.url}/cafe`).tap('0');
    await new Phone(`${service.url}/cafe`).tap('0');
    type Status = { report_count: number; last_updated: string };
    const dining = await json<Status>(service, 'dining-hall/api/v1/status');
    const cafe = await json<Status>(service, 'cafe/api/v1/status');
    expect([dining.report_count, cafe.report_count]).toEqual([1, 2]);
    expect([dining.last_updated.slice(-6), cafe.last_updated.slice(-6)]).toEqual(['-07:00', '+02:00']);
    for (const [id, form] of [
      ['dining-hall', 2],
      ['cafe', 1],
    ] as const) {
      const document = await json<{ servers: { url: string }[]; info: { title: string } }>(
        service,
        `${id}/openapi.json`,
      );
      expect(document.servers[0]?.url).toBe(`${service.url}/${id}`);
      expect(JSON.stringify(document)).toContain(form === 1 ? 'Form 1' : 'Form 2');
    }
  });

  it('lists them at its root, with the line of those that are public', async () => {
    const { url } = two;
    const text = await (await fetch(`${url}/`)).text();
    expect(text).toContain(`Dining Hall: ${url}/dining-hall/api/v1/`);
    const page = await (await fetch(`${url}/`, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain(`<a href="${url}/dining-hall/">Dining Hall</a><br>No estimate right now.`);
    expect(page).toContain(`<a href="${url}/cafe/">Café &lt;Nord&gt;</a></li>`);
  });

  it('has the time without a report of each in its metrics, by the hours of each', async () => {
    const service = await serve(undefined, { settings: { metricsPort: 0 } });
    const ages = async () => {
      const text = await (await fetch(service.metricsUrl as string)).text();
      return [...text.matchAll(/^headcount_newest_report_age_seconds\{venue="(.+)"\} (\S+)$/gm)].map(
        ([, venue, seconds]) => [venue, Math.round(Number(seconds))],
      );
    };
    // They opened at 11:00 in Los Angeles, and at 18:00 in Vienna.
    expect(await ages()).toEqual([
      ['dining-hall', 95 * 60 + 20],
      ['cafe', 215 * 60 + 20],
    ]);
    await new Phone(`${service.url}/cafe`).tap('0');
    service.clock.now += 60_000_000;
    expect(await ages()).toEqual([
      ['dining-hall', 96 * 60 + 20],
      ['cafe', 60],
    ]);
  });

  it('refuses a key at a venue that it is not for, which counts nothing and limits no other key', async () => {
    const service = await serve(TWO, { quota: 400 });
    const secret = newApiKey();
    const issued = {
      hash: hashApiKey(secret),
      prefix: apiKeyPrefix(secret),
      createdAt: service.clock.now,
      quota: 9,
    };
    const { id } = await service.store.issueKey({ ...issued, email: OWNER, venues: 'bar,cafe' });
    const headers = { Authorization: `Token ${secret}` };
    expect((await fetch(`${service.url}/cafe/api/v1/status`, { headers })).status).toBe(200);
    const refused = () => fetch(`${service.url}/dining-hall/api/v1/status`, { headers });
    const response = await refused();
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Token']);
    expect(await response.json()).toMatchObject({
      type: 'urn:queue-headcount:problem:unauthorized',
      detail: 'This key is not valid at this venue. It is valid at bar, cafe.',
    });
    expect(response.headers.get('ratelimit')).toBeNull();
    // More than a network may fail.
    for (let n = 0; n < 310; n += 10) await Promise.all(Array.from({ length: 10 }, refused));
    expect((await refused()).status).toBe(401);
    const unknown = { Authorization: `Token ${newApiKey()}` };
    expect((await fetch(`${service.url}/cafe/api/v1/status`, { headers: unknown })).status).toBe(401);
    await json(service, 'dining-hall/api/v1/status');
    expect((await fetch(`${service.url}/cafe/api/v1/status`, { headers })).status).toBe(200);
    expect(await service.store.usedQuota(id, '2026-10-16')).toBe(2);
  });

  it('allows a key that is used at several of them at once exactly its quota', async () => {
    const service = await serve(TWO, { quota: 70 });
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async (_, n) => {
        const id = n % 2 === 0 ? 'dining-hall' : 'cafe';
        const headers = { Authorization: `Token ${service.key}` };
        const response = await fetch(`${service.url}/${id}/api/v1/status`, { headers });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([70, 80]);
    expect(await service.store.usedQuota(service.keyId, '2026-10-16')).toBe(70);
  });

  it('refuses a revoked key at all of them at once', async () => {
    const service = await serve();
    await json(service, 'cafe/api/v1/status');
    await service.store.revokeKey(service.keyId, service.clock.now);
    const refused = async (id: string) =>
      (
        await fetch(`${service.url}/${id}/api/v1/status`, {
          headers: { Authorization: `Token ${service.key}` },
        })
      ).status;
    await expect.poll(() => refused('cafe')).toBe(401);
    await expect.poll(() => refused('dining-hall')).toBe(401);
  });

  it.each([
    ['/', 200],
    ['/livez', 200],
    ['/readyz', 200],
    ['/docs', 302],
    ['/docs/quick-start.html?x', 302],
    ['/dining-hall', 301],
    ['/dining-hall/', 200],
    ['/dining-hall/livez', 200],
    ['/dining-hall?x', 301],
    ['/dining-hallo/', 404],
    ['/Dining-Hall/', 404],
    ['/api/v1/status', 404],
    ['/dining-hall/api/v1/statu', 404],
    ['/nowhere/api/v1/status', 404],
  ])('serves %s in a browser with %d', async (path, status) => {
    const { url } = two;
    const response = await fetch(`${url}${path}`, { redirect: 'manual', headers: { Accept: 'text/html' } });
    expect([path, response.status]).toEqual([path, status]);
    if (status === 302) {
      expect(response.headers.get('location')).toMatch(/^http.*\/dining-hall\/docs\/(quick-start\.html)?$/);
    }
    if (status === 301)
      expect(new URL(response.headers.get('location') ?? '', `${url}${path}`).pathname).toBe('/dining-hall/');
  });

  it('says which venues there are where nothing is', async () => {
    const { url } = two;
    const { detail } = (await (await fetch(`${url}/api/v1/status`)).json()) as { detail: string };
    expect(detail).toBe(`The path /api/v1/status belongs to no venue. ${url}/venues lists the venues.`);
    const html = await fetch(`${url}/report`, { headers: { Accept: 'text/html' } });
    expect([html.status, html.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await html.text()).toContain(`<a href="${url}/dining-hall/">Dining Hall</a>`);
  });

  it('keeps the printed signs of a venue that has the URL of the service, beside the others', async () => {
    const publicUrl = 'https://queue.example.edu';
    const yaml = `hall: {url: "${publicUrl}", public_page: true, report_page: true}\ncafe: {name: Café}\n`;
    const { origin: url, authorized, key } = await serve(yaml, { settings: { publicUrl, smtp: null } });
    const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await fetch(`${url}${path}`, { headers, redirect: 'manual' })).status;
    for (const path of ['/report', '/badge.svg', '/embed', '/hall/badge.svg', '/livez', '/readyz', '/venues'])
      expect([path, await get(path)]).toEqual([path, 200]);
    for (const path of ['/api/v1/status', '/hall/api/v1/status', '/cafe/api/v1/status'])
      expect([path, await get(path, authorized)]).toEqual([path, 200]);
    expect(await get('/account')).toBe(404);
    const html = { headers: { Accept: 'text/html' } };
    expect(await (await fetch(`${url}/`, html)).text()).not.toContain('Café');
    const list = await (await fetch(`${url}/venues`, html)).text();
    expect(list).toContain(`<a href="${publicUrl}/">hall</a>`);
    expect(list).toContain(`<a href="${publicUrl}/cafe/">Café</a>`);
    const { servers } = await json<{ servers: { url: string }[] }>({ url, key } as Running, 'openapi.json');
    expect(servers[0]?.url).toBe(publicUrl);
  });

  it('finds a venue by its host, and through a proxy that sends the whole URL', async () => {
    const service = await serve(`${TWO}bar:\n  url: https://bar.example.edu\n`);
    const headers = { Authorization: `Token ${service.key}`, Host: 'bar.example.edu' };
    const own = await rawRequest(`${service.url}/api/v1/status`, { headers });
    expect(own.status).toBe(200);
    const other = await rawRequest(`${service.url}/cafe/api/v1/status`, { headers });
    expect(other.status).toBe(404);
    expect(
      (await rawRequest(`${service.url}/bar/api/v1/status`, { headers: { ...headers, Host: 'x' } })).status,
    ).toBe(404);
  });

  it.each([
    [
      'two venues with one URL',
      `a: {url: https://x.edu}\nb: {url: https://x.edu}\n`,
      'b.url: https://x.edu is the URL of a',
    ],
    [
      'two venues with that of the service',
      'a: {url: https://queue.edu}\nb: {url: https://queue.edu}\n',
      'b.url: https://queue.edu is the URL of a',
    ],
    [
      'two venues with one database',
      "a: {database: 'sqlite:x.sqlite'}\nb: {database: 'sqlite:./x.sqlite'}\n",
      'b.database: it is the database of a',
    ],
    ['a public page behind a proxy without a URL', 'a: {public_page: true}\n', '--public-url'],
  ])('does not start with %s', async (_what, yaml, message) => {
    const settings =
      message === '--public-url' ? { trustProxy: ['loopback'] } : { publicUrl: 'https://queue.edu' };
    await expect(serve(yaml, { settings })).rejects.toThrow(message);
  });

  it('leads from a new key to the first venue', async () => {
    const service = await serve(TWO, { settings: { smtp: 'log' } });
    const { main } = secretPage(
      { key: (await service.store.listKeys())[0] as Key, secret: 'hc_x' },
      { root: '../', base: service.url, venuePath: 'dining-hall/', isReplacement: false },
    );
    for (const [, link = ''] of main.text.matchAll(/(?:href|data-try)="\.\.\/([^"#]*)/g)) {
      if (link.includes('docs/')) continue;
      const { status } = await fetch(`${service.url}/${link}`, { headers: { Accept: 'text/html' } });
      expect([link, status]).toEqual([link, link.includes('/api/') ? 401 : 200]);
    }
    expect(main.text).toContain(`${service.url}/dining-hall/api/v1/status`);
  });

  it('keeps audit events of its venues for 400 days', async () => {
    const cafe = file('cafe.sqlite');
    const store = await openStore({ engine: 'sqlite', file: cafe }, { create: true });
    const event = {
      actor: 'operator',
      action: 'reports.removed',
      account: null,
      key: null,
      detail: '',
    } as const;
    const kept = at(FRIDAY_LUNCH) - 399 * DAY;
    await store.recordEvent({ ...event, at: kept });
    await store.recordEvent({ ...event, at: kept - 2 * DAY });
    await serve(`hall:\ncafe: {database: 'sqlite:${cafe}'}\n`);
    const events = async () => (await store.auditEvents({ limit: 9 })).map(({ at }) => at);
    await expect.poll(events).toEqual([kept]);
    await store.close();
  });

  it('keeps the reports that a service with one venue has', async () => {
    const one = await start({ settings: { reportPage: true } });
    await new Phone(one.url).tap('11-20');
    await one.close();
    const several = await serve(`main:\n  database: sqlite:${one.file}\nother:\n`, { file: one.file });
    const status = (id: string) => json<{ report_count: number }>(several, `${id}/api/v1/status`);
    expect([(await status('main')).report_count, (await status('other')).report_count]).toEqual([1, 0]);
  });

  it('has metrics of requests and models by venue, and of what is outside of all without one', async () => {
    const service = await serve(TWO, { settings: { metricsPort: 0 } });
    await json(service, 'cafe/api/v1/status');
    await json(service, 'cafe/api/v1/status');
    await json(service, 'dining-hall/api/v1/status');
    await fetch(`${service.url}/nowhere/`);
    const metrics = async () => (await fetch(service.metricsUrl as string)).text();
    const ended = (labels: string) => `headcount_http_requests_total{${labels}}`;
    const cafe = 'operation="getStatus",method="GET",status="200",venue="cafe"';
    await expect.poll(metrics).toContain(`${ended('operation="page",method="GET",status="404"')} 1\n`);
    const text = await metrics();
    expect(text).toContain(`${ended(cafe)} 2\n`);
    expect(text).toContain(`${ended(cafe.replace('cafe', 'dining-hall'))} 1\n`);
    expect(text).toContain(
      'headcount_http_request_duration_seconds_count{operation="getStatus",venue="cafe"} 2\n',
    );
    expect(text).toContain('headcount_http_requests_in_progress{operation="getStatus"} 0\n');
    for (const venue of ['dining-hall', 'cafe'])
      expect(text).toMatch(new RegExp(`^headcount_model_days_behind\\{venue="${venue}"\\} \\d+$`, 'm'));
    expect(text).toMatch(/^headcount_model_version \d/m);
    for (const whose of ['', '{venue="dining-hall"}', '{venue="cafe"}'])
      expect(text).toContain(`headcount_last_backup_timestamp_seconds${whose} 0\n`);
    expect(text).not.toMatch(/^headcount_newest_report_age_seconds \d/m);
    const labelled = text.matchAll(/^(headcount_\w+?)(?:_bucket|_sum|_count)?\{.*venue=/gm);
    expect([...new Set([...labelled].map(([, name]) => name))].sort()).toEqual([
      'headcount_database_up',
      'headcount_http_request_duration_seconds',
      'headcount_http_requests_total',
      'headcount_last_backup_timestamp_seconds',
      'headcount_model_days_behind',
      'headcount_newest_report_age_seconds',
      'headcount_opening_seconds',
    ]);
  });

  it('reads the file again when it or a file with hours changes, and keeps what it had if it cannot', async () => {
    const later = fakeLooks();
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const hours = file('hours.yaml');
    const weekly = (fri: string) =>
      `weekly: {mon: [], tue: [], wed: [], thu: [], fri: [${fri}], sat: [], sun: []}`;
    writeFileSync(hours, weekly('"11:00-14:00"'));
    const service = await serve(`one:\n  hours: ${hours}\ntwo:\n`, { logger });
    const venues = join(dirname(service.file), 'venues.yaml');
    const isOpen = async () =>
      (await json<{ hours: { is_open: boolean } }>(service, 'one/api/v1/status')).hours.is_open;
    const statusOf = async (path: string) => (await fetch(`${service.url}/${path}`)).status;
    expect(await isOpen()).toBe(true);
    writeFileSync(hours, weekly(''));
    await later(isOpen).toBe(false);
    writeFileSync(venues, 'one:\n  nmae: x\n');
    await later(() => lines.join('')).toContain('one.nmae is unknown; allowed are form,');
    expect(await statusOf('two/livez')).toBe(200);
    writeFileSync(venues, 'three:\none:\n');
    await later(() => statusOf('three/livez')).toBe(200);
    expect([await statusOf('two/livez'), await isOpen()]).toEqual([404, true]);
    writeFileSync(venues, 'four:\none: {time_zone: Europe/Vienna}\n');
    await later(() => lines.join('')).toContain(
      'the venues stay as they were: one.time_zone: the time zone of this venue is America/L',
    );
    expect([await statusOf('three/livez'), await statusOf('one/livez')]).toEqual([200, 200]);
    const one = { engine: 'sqlite', file: join(dirname(service.file), 'venues', 'one.sqlite') } as const;
    const store = await openStore(one, { create: false });
    await store.advance(TIME_ZONE, () => ({ value: 'Europe/Vienna', reports: [] }));
    await store.close();
    await later(() => statusOf('four/livez')).toBe(200);
    type Hours = { hours: { closes_at: string } };
    expect((await json<Hours>(service, 'one/api/v1/status')).hours.closes_at).toBe('2:00am');
  });
});
