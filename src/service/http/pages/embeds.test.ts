import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseTimetable, WEEKDAYS } from '../../domain/timetable.ts';
import { FRIDAY_LUNCH, sampleReports } from '../sample-data.fixture.ts';
import { at, type Running, rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { EMBED_POLICY } from './embeds.ts';

const start = services();
const PUBLIC = { publicPage: true } as const;
const EVERY_NOON = Object.fromEntries(WEEKDAYS.map((day) => [day, ['12:00-13:00']]));
const reports = sampleReports();
const service = shared(start, { settings: PUBLIC, reports });
const other = shared(start);
/** Of Form 1, so that both forms have a badge here. */
const named = shared(start, { form: 1, settings: { ...PUBLIC, venueName: 'Mensa <b>$&' }, reports });

const get = (path: string, headers: Readonly<Record<string, string>> = {}, { url }: Running = service()) =>
  rawRequest(`${url}${path}`, { headers });
const text = async (path: string, { url }: Running = service()) =>
  (await rawRequest(`${url}${path}`)).body.toString();
const badgeText = async (path = '/badge.svg', running = service()) =>
  /<title>(.*)<\/title>/.exec(await text(path, running))?.[1];

it.each(['/badge.svg', '/embed', '/embed.html', '/embed.js', '/embed.css', '/embed%2Ejs', '/embed/'])(
  'without --public-page, there is nothing at %s',
  async (path) => {
    for (const method of ['GET', 'HEAD'])
      expect((await rawRequest(`${other().url}${path}`, { method })).status).toBe(404);
  },
);

describe('the badge of a public page', () => {
  it('says what the status says', async () => {
    const { estimate_value } = await service().json<{ estimate_value: number }>('status');
    expect(estimate_value).toBeGreaterThan(1);
    expect(await badgeText()).toBe(`line: about ${Math.round(estimate_value)} people`);
  });

  it('has the name of the venue as its label, where there is one', async () => {
    const { estimate_value } = await named().json<{ estimate_value: number }>('status');
    const people = `about ${Math.round(estimate_value)} people`;
    expect(await badgeText('/badge.svg', named())).toBe(`Mensa &lt;b&gt;$&amp;: ${people}`);
    expect(await badgeText('/badge.svg?label=queue', named())).toBe(`queue: ${people}`);
  });

  it('says why the venue is closed all day, as does the frame without JavaScript', async () => {
    const exceptions = { '2026-10-16': { openings: [], comment: 'Closed for <b>$& lunch' } };
    const hours = parseTimetable({ weekly: EVERY_NOON, exceptions });
    const closed = await start({ settings: { ...PUBLIC, hours } });
    expect(await badgeText('/badge.svg', closed)).toBe(
      'line: Closed for &lt;b&gt;$&amp; lunch, opens 12:00pm',
    );
    expect(await text('/embed', closed)).toContain('Closed for &lt;b&gt;$&amp; lunch. Opens 12:00pm.');
  });

  it('is an image for other websites, which may keep it for a minute', async () => {
    const { status, headers } = await get('/badge.svg');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('the page for frames', () => {
  it('may be in a frame of any website, and loads only from its service', async () => {
    const { status, headers } = await get('/embed');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': EMBED_POLICY,
      'referrer-policy': 'no-referrer',
    });
    expect(EMBED_POLICY).toContain('frame-ancestors *');
    expect(EMBED_POLICY).not.toMatch(/unsafe|https?:|(src|default) \*/);
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  it('cannot be read by scripts of other websites, nor can the badge', async () => {
    for (const path of ['/embed', '/badge.svg']) {
      const { headers } = await get(path, { Origin: 'https://other.example' });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('is the only page that may be in a frame', async () => {
    for (const path of ['/', '/docs/', '/badge.svg', '/livez', '/embed.js', '/nothing', '/embed?x']) {
      const { headers } = await get(path, { Accept: 'text/html' });
      const ancestors = /frame-ancestors (.*)/.exec(String(headers['content-security-policy']))?.[1];
      expect(ancestors, path).toBe(path.startsWith('/embed?') ? '*' : "'none'");
    }
  });

  it('names the files that are there', async () => {
    const names = [...(await text('/embed')).matchAll(/(?:src|href)="([\w.-]+\.\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(['embed.css', 'embed.js', 'fallback.js']);
    for (const name of names) expect((await get(`/${name}`)).status, name).toBe(200);
  });

  it('has the name of the venue as title and heading, where there is one', async () => {
    const page = await text('/embed', named());
    expect(page).toContain('<title>Mensa &lt;b&gt;$&amp;</title>');
    expect(page).toContain('<h1 id="venue">Mensa &lt;b&gt;$&amp;</h1>');
    expect(page).not.toContain('People in line<');
    expect(await text('/embed')).not.toContain('id="venue"');
  });

  it('shows the line until its script does, which some browsers can’t run', async () => {
    expect(await text('/embed')).toMatch(
      /<p id="plain">About \d+ people in line, probably (between \d+ and|at most) \d+\. Open until 2:00pm\.<\/p>/,
    );
    const closed = await start({ settings: PUBLIC, now: '2026-10-17T14:00:00-07:00' });
    expect(await text('/embed', closed)).toContain('>Closed. Opens Mon 11:00am.</p>');
  });

  it.each([
    ['', ''],
    ['?theme=light', ' data-theme="light"'],
    ['?theme=dark', ' data-theme="dark"'],
    ['?theme=dark&theme=light', ''],
    ['?theme=%22onload=%22', ''],
  ])('/embed%s has the theme that is named', async (query, attribute) => {
    expect(await text(`/embed${query}`)).toContain(`<html${attribute} lang="en">`);
  });

  it('loads while the database is away, when the badge cannot', async () => {
    const away = await start({ settings: PUBLIC });
    await rename(away.file, `${away.file}.away`);
    const poll = { timeout: 15_000, interval: 50 };
    await expect.poll(async () => (await get('/badge.svg', {}, away)).status, poll).toBe(503);
    const { status, body } = await get('/embed', {}, away);
    expect([status, body.toString()]).toEqual([200, expect.stringContaining('>No data right now.</p>')]);
  });
});

it.each(['/badge.svg', '/embed'])('%s has another ETag at another time', async (path) => {
  const { headers } = await get(path);
  service().clock.now = at('2026-10-16T15:00:00-07:00');
  const later = await get(path, { 'If-None-Match': String(headers.etag) });
  service().clock.now = at(FRIDAY_LUNCH);
  expect([later.status, later.headers.etag === headers.etag]).toEqual([200, false]);
});
