import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseVenues } from '../cli/settings/venues-file.ts';
import { device } from '../report-page/reporting.fixture.ts';
import { DAY, HOUR, MINUTE } from '../service/domain/micros.ts';
import { sampleReports } from '../service/http/sample-data.fixture.ts';
import { type Given, keptLog, type Running, services } from '../service/http/service-under-test.fixture.ts';
import { openStore } from '../service/store/open-store.ts';
import { temporaryFiles } from '../service/store/sqlite/temporary-folder.fixture.ts';
import { addLink, openLink, staffPhone } from './staff.fixture.ts';

const start = services();
const temporary = temporaryFiles();
const serve = (given: Given = {}) =>
  start({ ...given, settings: { venueName: 'Café <Nord>', trustProxy: ['127.0.0.1'], ...given.settings } });

interface Status {
  readonly message: string | null;
  readonly hours: { readonly is_open: boolean; readonly closes_at: string; readonly opens_at: string | null };
}
const hoursOf = async ({ json }: Running) => (await json<Status>('status')).hours;

describe('a link for the staff', () => {
  it('leaves a cookie for the page alone, and its secret in no address that stays', async () => {
    const service = await serve();
    const { secret } = await addLink(service);
    const response = await openLink(service.url, secret);
    expect([response.status, response.headers.get('location')]).toEqual([303, 'staff']);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual([
      `headcount-staff=${secret}; Max-Age=7776000; Path=/staff; HttpOnly; SameSite=Lax`,
    ]);
    expect(await response.text()).not.toContain(secret);
    const headers = { 'X-Forwarded-Host': 'queue.example', 'X-Forwarded-Proto': 'https' };
    const opened = await fetch(`${service.url}/staff?link=${secret}`, { headers, redirect: 'manual' });
    expect(opened.headers.getSetCookie()).toEqual([
      `__Secure-headcount-staff=${secret}; Max-Age=7776000; Path=/staff; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('is renewed with each look at the page, which shows nothing of the secret', async () => {
    const phone = await staffPhone(await serve());
    const response = await phone.open();
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toHaveLength(1);
    const page = await response.text();
    expect(page).not.toContain(phone.secret);
    expect(page).not.toMatch(/<script|src=|<link rel="stylesheet"/);
    expect(Buffer.byteLength(page)).toBeLessThan(15_000);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
  });

  it('stands in no line of the log, in no metric and in no file of the database', async () => {
    const { logger, lines } = keptLog('trace');
    const service = await serve({ logger, settings: { metricsPort: 0 } });
    const phone = await staffPhone(service);
    await phone.change({ kind: 'close' });
    const metrics = await (await fetch(service.metricsUrl as string)).text();
    await service.close();
    const { readFileSync, readdirSync } = await import('node:fs');
    const { basename, dirname, join } = await import('node:path');
    const folder = dirname(service.file);
    const files = readdirSync(folder).filter((name) => name.startsWith(basename(service.file)));
    expect(files.length).toBeGreaterThan(1);
    for (const text of [
      lines.join(''),
      metrics,
      ...files.map((name) => readFileSync(join(folder, name), 'latin1')),
    ]) {
      expect(text).not.toContain(phone.secret);
    }
    expect(lines.join('')).toContain('"path":"/staff"');
  });

  it('ends when it is removed, also on phones that have opened it', async () => {
    const service = await serve();
    const phone = await staffPhone(service);
    await service.store.removeReporter(phone.id, service.clock.now);
    expect((await phone.open()).status).toBe(403);
    expect((await phone.send({ kind: 'close' })).status).toBe(403);
    expect((await openLink(service.url, phone.secret)).status).toBe(403);
    expect((await hoursOf(service)).is_open).toBe(true);
  });

  it('is not guessed: unknown ones are limited for a network, and known ones work on', async () => {
    const service = await serve();
    const phone = await staffPhone(service);
    const guess = () => openLink(service.url, 'x'.repeat(43));
    for (let n = 0; n < 30; n += 1) expect((await guess()).status).toBe(403);
    const refused = await guess();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
    expect((await phone.open()).status).toBe(200);
  });

  it('is no key: not of the API, and not of a device; and no key is a link', async () => {
    const service = await serve({ settings: { reportPage: true } });
    const phone = await staffPhone(service);
    const door = await device(service);
    const authorization = { Authorization: `Token ${phone.secret}` };
    expect((await fetch(`${service.url}/api/v1/status`, { headers: authorization })).status).toBe(401);
    const headers = { ...authorization, 'Content-Type': 'application/json' };
    const report = await fetch(`${service.url}/report`, { method: 'POST', headers, body: '{"count": 3}' });
    expect(report.status).toBe(401);
    for (const key of [door.key, service.key]) expect((await openLink(service.url, key)).status).toBe(403);
    const { secret } = await addLink(service, 'Other');
    await expect(addLink(service, 'Other')).rejects.toMatchObject({ code: 'conflict' });
    expect((await openLink(service.url, secret)).status).toBe(303);
  });
});

describe('the page for the staff', () => {
  it('is for nobody without a link, and takes no form of another website', async () => {
    const service = await serve();
    const phone = await staffPhone(service);
    expect((await fetch(`${service.url}/staff`)).status).toBe(403);
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      {},
    ]) {
      expect((await phone.send({ kind: 'close' }, headers)).status).toBe(403);
    }
    expect((await phone.send({ kind: 'close' }, { Origin: service.url })).status).toBe(303);
    expect((await fetch(`${service.url}/staff`, { method: 'DELETE' })).status).toBe(405);
  });

  it('closes at once in the status, the chart, the badge, the frame and the report page', async () => {
    const service = await serve({
      reports: sampleReports(),
      settings: { publicPage: true, reportPage: true, trustProxy: [] },
    });
    const phone = await staffPhone(service);
    expect(await phone.text()).toMatch(/Open until 2:00pm\..*\d+ (person|people) in line/s);
    await phone.change({ kind: 'close', comment: 'No more soup' });
    expect(await hoursOf(service)).toMatchObject({ is_open: false, opens_at: '6:00pm' });
    expect((await service.json<Status>('status')).message).toBe('No more soup. Closed now. Opens at 6:00pm.');
    const { open_window } = await service.json<{ open_window: { closed: { start: string }[] } }>('chart');
    expect(open_window.closed[0]?.start).toBe('2026-10-16T12:35:00-07:00');
    const page = async (path: string) => (await fetch(`${service.url}${path}`)).text();
    expect(await page('/badge.svg')).toContain('opens 6:00pm');
    expect(await page('/embed')).toContain('No more soup. Closed. Opens 6:00pm.');
    expect(await page('/report')).toMatch(/is closed\.[\s\S]*No more soup\./);
    expect(await page('/page/api/v1/status')).toContain('"is_open":false');
    const text = await phone.text();
    expect(text).toContain('Closed. Opens 6:00pm.');
    expect(text).toContain('Fri, Oct 16, 2026: open 11:00am–12:35pm, 6:00pm–2:00am “No more soup.”');
  });

  it('moves the hours of patterns and the window of the chart at once, and back when it is taken back', async () => {
    const service = await serve({ reports: sampleReports(), now: '2026-10-17T01:10:00-07:00' });
    const phone = await staffPhone(service);
    const shown = async () => {
      const { open_hours } = await service.json<{ open_hours: object }>('patterns');
      const { open_window } = await service.json<{ open_window: { end: string } }>(
        'chart?since=2026-10-16&until=2026-10-16',
      );
      return [open_hours, open_window.end];
    };
    const usual = [{ first: 11, last: 1 }, '2026-10-17T02:00:00-07:00'];
    expect(await shown()).toEqual(usual);
    await phone.change({ kind: 'open-until', time: '03:30' });
    expect(await shown()).toEqual([{ first: 11, last: 3 }, '2026-10-17T03:30:00-07:00']);
    await phone.change({ 'take-back': '1' });
    expect(await shown()).toEqual(usual);
  });

  it('takes a change back, which brings back the hours of the file', async () => {
    const service = await serve();
    const phone = await staffPhone(service);
    await phone.change({ kind: 'close-at', time: '13:00' });
    await phone.change({ kind: 'open-until', time: '13:30' });
    expect((await hoursOf(service)).closes_at).toBe('1:30pm');
    const ids = [...(await phone.text()).matchAll(/name="take-back" value="(\d+)"/g)].map(
      ([, id = '']) => id,
    );
    // The second replaced the first.
    expect(ids).toEqual(['2']);
    await phone.change({ 'take-back': '2' });
    expect((await hoursOf(service)).closes_at).toBe('2:00pm');
    expect(await (await phone.send({ 'take-back': '2' })).text()).toContain(
      'is over, or was taken back already',
    );
    await phone.change({ kind: 'close' });
    expect(await phone.text()).toContain('name="take-back" value="3"');
  });

  it('takes back what has begun from today on, and leaves the days before as they were', async () => {
    const service = await serve();
    const phone = await staffPhone(service);
    await phone.change({ kind: 'closed-on', from: '2026-10-19', to: '2026-10-23' });
    service.clock.now += 5 * DAY;
    expect((await hoursOf(service)).is_open).toBe(false);
    await phone.change({ 'take-back': '1' });
    expect((await hoursOf(service)).is_open).toBe(true);
    const closedOn = async (day: string) => {
      const { open_window: window } = await service.json<{
        open_window: { start: string; end: string; closed: { start: string; end: string }[] };
      }>(`chart?since=${day}&until=${day}`);
      return window.closed.some(({ start, end }) => start === window.start && end === window.end);
    };
    expect([await closedOn('2026-10-20'), await closedOn('2026-10-21')]).toEqual([true, false]);
    expect(await phone.text()).not.toContain('Take back');
  });

  it('after midnight, takes back the closing of the evening before', async () => {
    const service = await serve({ now: '2026-10-17T01:10:00-07:00' });
    const phone = await staffPhone(service);
    await phone.change({ kind: 'close' });
    expect((await hoursOf(service)).is_open).toBe(false);
    await phone.change({ 'take-back': '1' });
    expect(await hoursOf(service)).toMatchObject({ is_open: true, closes_at: '2:00am' });
  });

  it('says what is possible in its form, with what was typed', async () => {
    const service = await serve();
    const phone = await staffPhone(service);
    const refused = await phone.send({ kind: 'open-until', time: '13:00', comment: 'a "b" <c>' });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toMatch(/<details name="change" open><summary>Open until …/);
    expect(page).toContain('It is open until 2:00pm anyway. Choose a later time.');
    expect(page).toContain('value="13:00"');
    expect(page).toContain('value="a &quot;b&quot; &lt;c&gt;"');
    for (const fields of [
      {},
      { kind: 'x' },
      { 'take-back': 'x' },
      { remove: '1e3' },
      { kind: '__proto__' },
    ]) {
      expect((await phone.send(fields as Record<string, string>)).status).toBe(422);
    }
    expect((await phone.send({ comment: 'x'.repeat(3000) })).status).toBe(400);
  });

  it('serves two links at once: the last change of a date holds, and the log says whose each was', async () => {
    const service = await serve();
    const [counter, kitchen] = [await staffPhone(service), await staffPhone(service, 'Kitchen')];
    const sent = await Promise.all([
      counter.send({ kind: 'close-at', time: '13:00' }),
      kitchen.send({ kind: 'open-until', time: '15:00' }),
      counter.send({ kind: 'closed-on', from: '2026-12-24' }),
      kitchen.send({ kind: 'closed-on', from: '2026-12-25' }),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect((await counter.text()).match(/Take back</g)).toHaveLength(3);
    await counter.change({ kind: 'close' });
    const events = await service.store.auditEvents({ limit: 1 });
    expect(events).toMatchObject([
      {
        actor: 'staff',
        action: 'hours.changed',
        detail: 'Counter: Fri, Oct 16, 2026: open 11:00am–12:35pm, 6:00pm–2:00am',
      },
    ]);
  });

  it('is slowed down if a link changes too much', async () => {
    const phone = await staffPhone(await serve());
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await phone.send({ kind: 'x' })).status);
    expect(statuses.slice(-2)).toEqual([422, 429]);
  });

  it('shows the reports of the last two hours, and removes one; and says when devices were heard', async () => {
    const service = await serve({ reports: sampleReports() });
    const phone = await staffPhone(service);
    const door = await device(service, { name: 'Door' });
    await device(service, { name: 'Till' });
    const now = service.clock.now;
    const request = { latitude: null, longitude: null, replaces: null } as const;
    await service.store.addLiveReports([
      {
        createdAt: now - 3 * MINUTE,
        bucket: '30+',
        ...request,
        device: { reporter: door.id, request: null },
      },
    ]);
    const text = await phone.text();
    expect(text).toContain('Door: heard 3 minutes ago');
    expect(text).toContain('Till: not heard yet');
    expect(text).not.toContain('Counter:');
    const [newest = ''] = text.match(/name="remove" value="\d+" aria-label="Remove: 12:32pm: 30\+"/) ?? [];
    const id = /value="(\d+)"/.exec(newest)?.[1] as string;
    await phone.change({ remove: id });
    expect(await phone.text()).not.toContain('12:32pm: 30+');
    expect((await phone.send({ remove: id })).status).toBe(422);
    const [event] = await service.store.auditEvents({ limit: 1 });
    expect(event).toMatchObject({
      actor: 'staff',
      action: 'reports.removed',
      detail: `Counter: 1 report with id ${id} from 2026-10-16T17:35:20Z until 2026-10-16T19:35:20.000001Z`,
    });
  });

  it('removes no report that is older than two hours', async () => {
    const service = await serve({ reports: sampleReports() });
    const phone = await staffPhone(service);
    const [old] = await service.store.feed({ now: service.clock.now - 2 * HOUR, limit: 1, from: null });
    const refused = await phone.send({ remove: String(old?.id) });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('older than two hours'),
    ]);
    expect(await service.store.countReports({ id: old?.id as number })).toBe(1);
  });
});

describe('the page for the staff of one of several venues', () => {
  it('is below the venue, and its link is worth that venue only', async () => {
    const folder = temporary('venues');
    mkdirSync(folder);
    const file = join(folder, 'venues.yaml');
    writeFileSync(file, 'cafe: {}\ndining-hall: {}\n');
    const venues = parseVenues(file);
    const service = await start({ file: join(folder, 'accounts.sqlite'), settings: { venues } });
    const store = await openStore(
      { engine: 'sqlite', file: join(folder, 'venues/cafe.sqlite') },
      { create: false },
    );
    const { secret } = await addLink({ store, clock: service.clock });
    const cafe = await openLink(`${service.url}/cafe`, secret);
    expect([cafe.status, cafe.headers.getSetCookie()[0]]).toEqual([
      303,
      expect.stringContaining('Path=/cafe/staff;'),
    ]);
    expect((await openLink(`${service.url}/dining-hall`, secret)).status).toBe(403);
    const headers = { Cookie: `headcount-staff=${secret}`, 'Sec-Fetch-Site': 'same-origin' };
    const body = new URLSearchParams({ kind: 'close' });
    const close = (venue: string) =>
      fetch(`${service.url}/${venue}/staff`, { method: 'POST', headers, body, redirect: 'manual' });
    expect([(await close('dining-hall')).status, (await close('cafe')).status]).toEqual([403, 303]);
    const isOpen = async (venue: string) => {
      const url = `${service.url}/${venue}/api/v1/status`;
      const status = (await (await fetch(url, { headers: service.authorized })).json()) as Status;
      return status.hours.is_open;
    };
    expect([await isOpen('cafe'), await isOpen('dining-hall')]).toEqual([false, true]);
    expect(await store.auditEvents({ limit: 1 })).toMatchObject([
      { actor: 'staff', action: 'hours.changed' },
    ]);
    await store.close();
  });
});
