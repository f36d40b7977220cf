import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UnreliableProxy } from '../../../tools/postgres-server/unreliable-proxy.fixture.ts';
import { device, Phone } from '../../report-page/reporting.fixture.ts';
import { keptLog, type Running, services } from '../../service/http/service-under-test.fixture.ts';
import { openStore } from '../../service/store/open-store.ts';
import { describePostgres, postgresAddresses } from '../../service/store/postgres/server.fixture.ts';
import { parseVenues } from '../settings/venues-file.ts';

const start = services();
const VENUES = 5;

describePostgres('nodes with several venues on one PostgreSQL database', () => {
  const newAddress = postgresAddresses();

  async function nodes(quota: number): Promise<readonly [Running, Running]> {
    const file = join(mkdtempSync(join(tmpdir(), 'venues-')), 'venues.yaml');
    writeFileSync(file, Array.from({ length: VENUES }, (_, n) => `v${n}: {report_page: true}\n`).join(''));
    const venues = parseVenues(file);
    const database = newAddress('&connections=10');
    const given = { form: 1, database, quota, settings: { venues, metricsPort: 0 } } as const;
    return [await start(given), await start(given)];
  }

  it('count a key’s requests together, exactly, over few connections', async () => {
    const [one, other] = await nodes(100);
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async (_, n) => {
        const { url } = n % 2 === 0 ? one : other;
        const response = await fetch(`${url}/v${n % VENUES}/api/v1/status`, {
          headers: { Authorization: `Token ${one.key}` },
        });
        await response.text();
        return response.status;
      }),
    );
    expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([100, 50]);
    const metrics = await (await fetch(one.metricsUrl as string)).text();
    const limits = [...metrics.matchAll(/headcount_database_connections_limit\{[^}]*\} (\d+)/g)];
    const most = limits.reduce((sum, [, limit]) => sum + Number(limit), 0);
    expect([limits.length, most <= 20]).toEqual([3, true]);
  });

  it('report metrics of venues whose database responds, while other databases hang', async () => {
    const proxy = await UnreliableProxy.start(newAddress().url);
    // More than are asked at once.
    const away = ['a1', 'a2', 'a3', 'a4', 'a5'];
    const beyond = () => `${proxy.url}${proxy.url.includes('?') ? '&' : '?'}schema=${newAddress().schema}`;
    const lines = away.map((id) => `${id}: {database: "${beyond()}"}\n`);
    const file = join(mkdtempSync(join(tmpdir(), 'venues-')), 'venues.yaml');
    writeFileSync(file, `${lines.join('')}here:\nthere:\n`);
    const settings = { venues: parseVenues(file), metricsPort: 0 };
    const service = await start({ database: newAddress(), settings });
    const venues = async () => {
      const metrics = await (await fetch(service.metricsUrl as string)).text();
      return ['newest_report_age_seconds', 'last_backup_timestamp_seconds'].map((name) =>
        [...metrics.matchAll(new RegExp(`^headcount_${name}{venue="(.+)"}`, 'gm'))]
          .map(([, id]) => id)
          .sort(),
      );
    };
    try {
      expect(await venues()).toEqual(Array(2).fill([...away, 'here', 'there']));
      proxy.stall();
      expect(await venues()).toEqual(Array(2).fill(['here', 'there']));
    } finally {
      await proxy.close();
    }
  });

  it('may have a venue on SQLite, whose reports are there, and whose keys and quotas are those of all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'venues-'));
    const reports = join(folder, 'hall.sqlite');
    const [file, database] = [join(folder, 'venues.yaml'), newAddress()];
    writeFileSync(
      file,
      `hall: {database: 'sqlite:${reports}', report_page: true}\ncafe: {report_page: true}\n`,
    );
    const settings = { venues: parseVenues(file) };
    const { logger, entries } = keptLog();
    const service = await start({ form: 1, database, quota: 3, settings, logger });
    expect(entries().map(({ msg }) => msg)).toContain(
      'hall.database: no other node of this service has the SQLite file',
    );
    const status = async (id: string) => {
      const response = await fetch(`${service.url}/${id}/api/v1/status`, {
        headers: { Authorization: `Token ${service.key}` },
      });
      const { report_count } = (await response.json()) as { report_count?: number };
      return [response.status, report_count];
    };
    expect((await new Phone(`${service.url}/hall`).tap('11-20')).status).toBe(303);
    expect([await status('hall'), await status('cafe'), await status('hall')]).toEqual([
      [200, 1],
      [200, 0],
      [200, 1],
    ]);
    expect((await status('hall'))[0]).toBe(429);
    const venue = await openStore({ engine: 'sqlite', file: reports }, { create: false });
    expect([await venue.countReports({ id: 1 }), await venue.listKeys()]).toEqual([1, []]);
    await venue.close();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('show a report at its venue on both nodes, and at no other', async () => {
    const [one, other] = await nodes(100);
    const count = async ({ url, key }: Running, id: string) => {
      const headers = { Authorization: `Token ${key}` };
      const body = await (await fetch(`${url}/${id}/api/v1/status`, { headers })).json();
      return (body as { report_count: number }).report_count;
    };
    expect([await count(one, 'v3'), await count(other, 'v3')]).toEqual([0, 0]);
    const { post } = await device({ ...one, url: `${one.url}/v3` });
    // Devices belong to a venue, and this one to none: the accounts have no reports.
    expect((await post({ count: 12 })).status).toBe(401);
    const sent = await fetch(`${one.url}/v3/report`, {
      method: 'POST',
      body: new URLSearchParams({ bucket: '11-20' }),
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      redirect: 'manual',
    });
    expect(sent.status).toBe(303);
    expect(await count(one, 'v3')).toBe(1);
    await expect.poll(() => count(other, 'v3'), { timeout: 5000 }).toBe(1);
    expect([await count(one, 'v4'), await count(other, 'v4')]).toEqual([0, 0]);
  });
});
