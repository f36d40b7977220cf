import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { keptLog, type Running } from '../../service/http/service-under-test.fixture.ts';
import { programHere } from '../commands/program-here.fixture.ts';
import { fakeLooks, venueServices } from './venues.fixture.ts';

const { file, serve } = venueServices();
const { run } = programHere();

async function statusOf({ url, authorized }: Running, path: string): Promise<number> {
  return (await fetch(`${url}/${path}`, { headers: authorized })).status;
}

async function metricsOf({ metricsUrl }: Running): Promise<string> {
  return (await fetch(metricsUrl as string)).text();
}

const detailOf = async ({ url }: Running, path: string) =>
  ((await (await fetch(`${url}/${path}`)).json()) as { detail: string }).detail;

describe('a venue whose database cannot be opened', () => {
  const random = () => {
    const path = file('random.sqlite');
    writeFileSync(path, Buffer.alloc(9000, 'random'));
    return path;
  };
  const foreign = () => {
    const path = file('foreign.sqlite');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE x (y)');
    database.close();
    return path;
  };

  it.each([
    ['random bytes', () => `sqlite:${random()}`, 'The database is damaged.'],
    ['another program’s file', () => `sqlite:${foreign()}`, 'The database cannot be used.'],
    ['a server that is away', () => 'postgres://nobody@127.0.0.1:1/none', 'The database does not respond.'],
    ['a folder that cannot be made', () => `sqlite:${random()}/x/y.sqlite`, 'The database cannot be used.'],
  ])('is closed because of %s, and the others serve', async (_what, database, reason) => {
    const { logger, entries } = keptLog();
    const yaml = `bad: {database: "${database()}", public_page: true}\ngood:\n`;
    const service = await serve(yaml, { logger, settings: { metricsPort: 0 } });
    const statuses = [
      'good/api/v1/status',
      'bad/api/v1/status',
      'bad/',
      'bad/livez',
      'bad/readyz',
      'readyz',
      'livez',
    ];
    expect(await Promise.all(statuses.map((path) => statusOf(service, path)))).toEqual([
      200, 503, 503, 200, 503, 503, 200,
    ]);
    expect(await detailOf(service, 'readyz')).toBe(`Not ready: bad: ${reason}`);
    const page = await fetch(`${service.url}/bad/`, { headers: { Accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('No data right now')]);
    const list = await (await fetch(service.url, { headers: { Accept: 'text/html' } })).text();
    expect(list).toContain('>bad</a><br>No data right now.');
    const said = entries().filter(({ venue, level }) => venue === 'bad' && level === 50);
    expect(said[0].msg).toContain('the venue bad cannot be opened, and is tried again: ');
    expect(JSON.stringify(said)).not.toContain('--database');
    const metrics = await metricsOf(service);
    for (const [whose, isUp] of [
      ['', 1],
      ['{venue="good"}', 1],
      ['{venue="bad"}', 0],
    ])
      expect(metrics).toContain(`headcount_database_up${whose} ${isUp}\n`);
  });

  it('is opened as soon as that is possible', async () => {
    const later = fakeLooks();
    const bad = random();
    const service = await serve(`bad: {database: "sqlite:${bad}"}\ngood:\n`);
    expect(await statusOf(service, 'bad/api/v1/status')).toBe(503);
    rmSync(bad);
    await later(() => statusOf(service, 'bad/api/v1/status')).toBe(200);
    expect(await statusOf(service, 'readyz')).toBe(200);
  });
});

describe('a venue that has lost its data', () => {
  it('is closed after a restart, until somebody begins anew', async () => {
    const before = await serve('cafe:\nbar:\n');
    const cafe = join(dirname(before.file), 'venues', 'cafe.sqlite');
    const venues = join(dirname(before.file), 'venues.yaml');
    await before.close();
    for (const suffix of ['', '-wal', '-shm', '-quota', '-quota-wal', '-quota-shm'])
      rmSync(cafe + suffix, { force: true });
    const later = fakeLooks();
    const { logger, lines } = keptLog();
    const after = await serve('cafe:\nbar:\n', { file: before.file, logger });
    expect([await statusOf(after, 'cafe/api/v1/status'), await statusOf(after, 'bar/api/v1/status')]).toEqual(
      [503, 200],
    );
    expect(lines.join('')).toContain(
      'but this venue was served before; restore a backup, or begin anew with',
    );
    expect(existsSync(cafe)).toBe(false);
    const { code } = await run([
      'migrate',
      '--create',
      '--database',
      `sqlite:${before.file}`,
      '--venues',
      venues,
      '--venue',
      'cafe',
    ]);
    expect(code).toBe(0);
    await later(() => statusOf(after, 'cafe/api/v1/status')).toBe(200);
  });

  it('is named by /readyz and a metric while the service runs', async () => {
    const service = await serve('cafe:\nbar:\n', { settings: { metricsPort: 0 } });
    expect(await statusOf(service, 'readyz')).toBe(200);
    const cafe = join(dirname(service.file), 'venues', 'cafe.sqlite');
    for (const suffix of ['', '-wal', '-shm']) rmSync(cafe + suffix, { force: true });
    await expect.poll(() => statusOf(service, 'readyz'), { timeout: 5000 }).toBe(503);
    expect(await detailOf(service, 'readyz')).toMatch(/^Not ready: cafe: The database is \w+\.$/);
    expect(await metricsOf(service)).toContain('headcount_database_up{venue="cafe"} 0\n');
  });
});

it('metrics say whether the file could be read, and end with a venue', async () => {
  const later = fakeLooks();
  const service = await serve('cafe:\nbar:\n', { settings: { metricsPort: 0, drainSeconds: 0 } });
  await statusOf(service, 'bar/api/v1/status');
  expect(await metricsOf(service)).toContain('headcount_last_reload_successful 1\n');
  const venues = join(dirname(service.file), 'venues.yaml');
  writeFileSync(venues, 'cafe: {nmae: x}\n');
  await later(() => metricsOf(service)).toContain('headcount_last_reload_successful 0\n');
  expect(await metricsOf(service)).toContain('venue="bar"');
  writeFileSync(venues, 'cafe: {name: x}\n');
  await later(() => metricsOf(service)).not.toContain('venue="bar"');
  expect(await metricsOf(service)).toContain('headcount_last_reload_successful 1\n');
});
