import { readFile, rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { device } from '../../report-page/reporting.fixture.ts';
import { MINUTE } from '../domain/micros.ts';
import { FRIDAY_LUNCH, sampleReports } from '../http/sample-data.fixture.ts';
import {
  at,
  type Given,
  type Running,
  rawRequest,
  services,
  shared,
} from '../http/service-under-test.fixture.ts';
import { noteBackup } from '../store/backup/back-up.ts';
import { newReport } from '../store/suite/new-report.fixture.ts';

const start = services();
const METRICS: Given = { reports: sampleReports(), settings: { metricsPort: 0, reportPage: true } };
const withMetrics = (given: Given = {}) => start({ ...METRICS, ...given });
/** For tests that count nothing that others change. */
const common = shared(start, METRICS);

/** The samples of a scrape, such as `headcount_http_connections` or `headcount_build_info{form="2"}`. */
async function scrape({
  metricsUrl,
}: Running): Promise<{ text: string; samples: ReadonlyMap<string, number> }> {
  const response = await fetch(metricsUrl as string);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = lines.map((line) => {
    const [, name = '', value = ''] = /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    return [name, Number(value)] as const;
  });
  return { text, samples: new Map(samples) };
}

const sampleOf = async (service: Running, name: string) => (await scrape(service)).samples.get(name);

/** Waits for a value: a request counts when its connection has taken the response, which is after the client has it. */
const expectSample = (service: Running, name: string, value: number) =>
  expect.poll(() => sampleOf(service, name), { interval: 10 }).toBe(value);

describe('metrics', () => {
  it('count requests by operation, method and status', async () => {
    const service = await withMetrics();
    const headers = { Authorization: `Token ${service.key}` };
    await service.text('status');
    await service.text('status');
    await rawRequest(`${service.url}/api/v1/status`, { method: 'HEAD', headers });
    await rawRequest(`${service.url}/api/v1/status`);
    await rawRequest(`${service.url}/api/v1/status`, { method: 'BREW', headers }).catch(() => null);
    await rawRequest(`${service.url}/api/v1/status`, { method: 'DELETE', headers });
    await service.get('chart?since=x');
    await rawRequest(`${service.url}/livez`);
    await rawRequest(`${service.url}/nothing`);
    const count = (operation: string, method: string, status: string) =>
      `headcount_http_requests_total{operation="${operation}",method="${method}",status="${status}"}`;
    await expectSample(service, count('page', 'GET', '404'), 1);
    const { samples } = await scrape(service);
    const counted = [...samples].filter(([name]) => name.startsWith('headcount_http_requests_total'));
    expect(Object.fromEntries(counted)).toEqual({
      [count('getStatus', 'GET', '200')]: 2,
      [count('getStatus', 'HEAD', '200')]: 1,
      [count('getStatus', 'GET', '401')]: 1,
      [count('none', 'other', '405')]: 1,
      [count('getChart', 'GET', '400')]: 1,
      [count('page', 'GET', '200')]: 1,
      [count('page', 'GET', '404')]: 1,
    });
    const ofStatus = (metric: string, more = '') =>
      samples.get(`headcount_http_${metric}{${more}operation="getStatus"}`);
    expect(ofStatus('request_duration_seconds_count')).toBe(4);
    expect(ofStatus('request_duration_seconds_bucket', 'le="+Inf",')).toBe(4);
    expect(ofStatus('request_duration_seconds_sum')).toBeGreaterThan(0);
    expect(ofStatus('requests_in_progress')).toBe(0);
  });

  it('show an export while it is being read, and that its client left', async () => {
    const service = await withMetrics({ reports: manyReports() });
    const inProgress = 'headcount_http_requests_in_progress{operation="exportReports"}';
    const controller = new AbortController();
    const { signal } = controller;
    const headers = service.authorized;
    const response = await fetch(`${service.url}/api/v1/export.csv`, { headers, signal });
    expect(response.status).toBe(200);
    await expectSample(service, inProgress, 1);
    controller.abort();
    await response.text().catch(() => null);
    await expectSample(service, inProgress, 0);
    const aborted = 'operation="exportReports",method="GET",status="aborted"';
    expect(await sampleOf(service, `headcount_http_requests_total{${aborted}}`)).toBe(1);
  });

  it('count the cache and the quota', async () => {
    const service = await withMetrics({ quota: 3 });
    for (let request = 0; request < 5; request += 1) await service.get('status');
    const { samples } = await scrape(service);
    expect(Object.fromEntries(samples)).toMatchObject({
      'headcount_response_cache_reads_total{result="miss"}': 1,
      'headcount_response_cache_reads_total{result="hit"}': 2,
      headcount_response_cache_entries: 1,
      headcount_response_cache_computing: 0,
      'headcount_quota_requests_total{result="allowed"}': 3,
      'headcount_quota_requests_total{result="refused"}': 2,
      headcount_quota_commit_requests_sum: 3,
      headcount_quota_commit_duration_seconds_count: 3,
      headcount_quota_commit_errors_total: 0,
    });
    expect(samples.get('headcount_response_cache_bytes')).toBeGreaterThan(300);
  });

  it('describe the database, and see its commits', async () => {
    const service = common();
    const before = (await scrape(service)).samples;
    expect(before.get('headcount_database_up')).toBe(1);
    for (const file of ['data', 'data-wal', 'quota', 'quota-wal'])
      expect(before.has(`headcount_database_file_bytes{file="${file}"}`)).toBe(true);
    expect(before.get('headcount_database_file_bytes{file="data"}')).toBeGreaterThanOrEqual(4096);
    expect(before.get('headcount_database_disk_free_bytes')).toBeGreaterThan(0);
    await service.store.addReports([[newReport({ createdAt: service.clock.now })]]);
    const version = 'headcount_database_data_version';
    expect(await sampleOf(service, version)).not.toBe(before.get(version));
  });

  it('say when the last backup was made, if it is of this database', async () => {
    const service = common();
    const metric = 'headcount_last_backup_timestamp_seconds';
    expect(await sampleOf(service, metric)).toBe(0);
    const version = await service.store.version();
    await noteBackup({ engine: 'sqlite', file: service.file }, '2026-11-21T03:15:00.25Z');
    expect(await sampleOf(service, metric)).toBe(Date.UTC(2026, 10, 21, 3, 15) / 1000 + 0.25);
    expect(await service.store.version()).toBe(version);
  });

  it('say how long the venue has had no report, and nothing while it is closed', async () => {
    const service = await withMetrics();
    const age = () => sampleOf(service, 'headcount_newest_report_age_seconds');
    expect(await age()).toBe(183);
    service.clock.now += 30 * MINUTE;
    expect(await age()).toBe(183 + 1800);
    // At night, and five minutes after it has opened again.
    service.clock.now = at('2026-10-17T03:00:00-07:00');
    expect(await age()).toBeUndefined();
    service.clock.now = at('2026-10-17T11:05:00-07:00');
    expect(await age()).toBe(300);
    await service.store.addReports([[newReport({ createdAt: service.clock.now - 2 * MINUTE })]]);
    expect(await age()).toBe(120);
  });

  it('say when a device was last heard, and while the venue is open, how many reports it has missed', async () => {
    const service = await withMetrics();
    const { id, post } = await device(service, { name: 'Door "A"', every: 5 * MINUTE });
    const labels = `{reporter="${id}",name="Door \\"A\\""}`;
    const values = async () => {
      const { samples } = await scrape(service);
      return ['last_heard_timestamp_seconds', 'missed_reports'].map((name) =>
        samples.get(`headcount_reporter_${name}${labels}`),
      );
    };
    service.clock.now += 4 * MINUTE;
    expect(await values()).toEqual([0, 0]);
    await post({ count: 3 });
    const heard = service.clock.now / 1e6;
    expect(await values()).toEqual([heard, 0]);
    service.clock.now += 11 * MINUTE;
    expect(await values()).toEqual([heard, 2]);
    // At night, and six minutes after it has opened again.
    service.clock.now = at('2026-10-17T03:00:00-07:00');
    expect(await values()).toEqual([heard, undefined]);
    service.clock.now = at('2026-10-17T11:06:00-07:00');
    expect(await values()).toEqual([heard, 1]);
    await service.store.removeReporter(id, service.clock.now);
    expect(await values()).toEqual([undefined, undefined]);
  });

  it('say when the database cannot be used, as /readyz does', async () => {
    const service = await withMetrics();
    await rename(service.file, `${service.file}-away`);
    const state = async () => [
      (await fetch(`${service.url}/readyz`)).status,
      await sampleOf(service, 'headcount_database_up'),
    ];
    await expect.poll(state).toEqual([503, 0]);
    expect((await service.get('status')).status).toBe(503);
    expect(await sampleOf(service, 'headcount_database_errors_total{code="missing"}')).toBeGreaterThan(0);
    await rename(`${service.file}-away`, service.file);
    await expect.poll(state).toEqual([200, 1]);
  });

  it('describe what the model has learned', async () => {
    const service = await withMetrics();
    const behind = 'headcount_model_days_behind';
    await expectSample(service, behind, 0);
    const { samples } = await scrape(service);
    for (const name of ['version', 'learned_days_total', 'training_seconds_total'])
      expect(samples.get(`headcount_model_${name}`), name).toBeGreaterThan(0);
    service.clock.now += 1440 * MINUTE;
    expect(await sampleOf(service, behind)).toBe(1);
    await service.text('status');
    await expectSample(service, behind, 0);
  });

  it('are never on the port of the API, and on no other path', async () => {
    const service = await withMetrics();
    expect((await rawRequest(`${service.url}/metrics`)).status).toBe(404);
    const url = String(service.metricsUrl);
    expect((await rawRequest(url, { path: '/' })).status).toBe(404);
    expect((await rawRequest(url, { method: 'POST' })).status).toBe(405);
    expect((await rawRequest(url, { path: '/api/v1/status' })).status).toBe(404);
    await service.close();
    await expect(rawRequest(url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('have no key, path or address in a label', async () => {
    const service = common();
    await service.text('reports?limit=3');
    await rawRequest(`${service.url}/api/v1/${service.key}`);
    await rawRequest(`${service.url}/secret/path`);
    const { text } = await scrape(service);
    expect(text).not.toContain(service.key.slice(9));
    expect(text).not.toMatch(/secret|limit=3|example\.edu|127\.0\.0\.1/);
  });

  it('are off by default', async () => {
    expect((await start()).metricsUrl).toBeNull();
  });
});

describe('docs/monitoring.md', () => {
  const read = (file: string) => readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');

  /** Names and types of all metrics. */
  async function metrics(): Promise<ReadonlyMap<string, string>> {
    const { text } = await scrape(common());
    return new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
  }

  it('lists exactly the metrics of the service, with types and labels', async () => {
    await common().text('status');
    await device(common(), { name: 'door', every: MINUTE });
    const { samples } = await scrape(common());
    const own = [...(await metrics())].filter(([name]) => name.startsWith('headcount_'));
    const table = (await read('monitoring.md')).matchAll(/^\| `(headcount_\w+)` \| (\w+) \|(.*?)\| .+ \|$/gm);
    const rows = [...table].map(([, name = '', type = '', labels = '']) => ({ name, type, labels }));
    expect(rows.map(({ name, type }) => [name, type]).toSorted()).toEqual(own.toSorted());
    for (const { name, labels } of rows) {
      // A counter by error code has no sample before the first error, and SQLite no pools.
      if (/^headcount_database_(errors|connections)_/.test(name)) continue;
      expect([name, labels.match(/\w+/g) ?? []]).toEqual([name, labelsOf(name, samples)]);
    }
  });

  it.skipIf(process.platform !== 'linux')('names only metrics of the process that exist', async () => {
    const known = await metrics();
    const named = (await read('monitoring.md')).match(/\b(?:nodejs|process)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('lists exactly the alerts', async () => {
    const rows = (await read('monitoring.md')).matchAll(/^\| `(Headcount\w+)` \|/gm);
    const names = (await alerts()).map(({ alert }) => alert);
    expect([...rows].map(([, name]) => name)).toEqual(names);
  });

  it.skipIf(process.platform !== 'linux')(
    'has alerts and a dashboard that use only metrics that exist',
    async () => {
      const known = await metrics();
      const expressions = [...(await alerts()).map(({ expr }) => expr), ...(await queries())];
      expect(expressions.length).toBeGreaterThan(20);
      const unknown = expressions.flatMap((expression) =>
        namesIn(expression).filter((name) => !isKnown(name, known)),
      );
      expect(unknown).toEqual([]);
    },
  );

  it('has a dashboard that shows every metric of requests, quota, database and learning', async () => {
    const shown = new Set((await queries()).flatMap(namesIn).map(baseOf));
    const missing = [...(await metrics()).keys()].filter(
      (name) => name.startsWith('headcount_') && !shown.has(name),
    );
    expect(missing).toEqual(['headcount_database_data_version']);
  });

  async function alerts(): Promise<readonly { readonly alert: string; readonly expr: string }[]> {
    const { groups } = parse(await read('examples/alerts.yml'));
    return groups.flatMap(({ rules }: { rules: object[] }) => rules);
  }

  /** The expressions of the dashboard's panels. */
  async function queries(): Promise<readonly string[]> {
    const { panels } = JSON.parse(await read('examples/grafana-dashboard.json'));
    return panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );
  }
});

/** The label names of a metric's samples, without the labels that its format adds. */
function labelsOf(metric: string, samples: ReadonlyMap<string, number>): readonly string[] {
  const own = [...samples.keys()].filter((sample) => baseOf(sample.replace(/\{.*/, '')) === metric);
  const labels = own.flatMap((sample) => [...sample.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label));
  return [...new Set(labels)].filter((label) => label !== 'le');
}

/** The names of metrics in an expression of PromQL. */
function namesIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right) ?\([^)]*\)/g, '');
  const words = bare.match(/\b[a-zA-Z_:][\w:]*(?! *\()\b/g) ?? [];
  return words.filter((word) => !/^(and|or|unless|bool|offset)$/.test(word));
}

function isKnown(name: string, metrics: ReadonlyMap<string, string>): boolean {
  return name === 'up' || metrics.has(name) || metrics.get(baseOf(name)) === 'histogram';
}

/** The metric that a sample belongs to. */
function baseOf(name: string): string {
  return name.replace(/_(bucket|sum|count)$/, '');
}

/** More than a connection buffers. */
function manyReports() {
  return Array.from({ length: 100_000 }, (_, index) =>
    newReport({ createdAt: at(FRIDAY_LUNCH) - index * 1000 }),
  );
}
