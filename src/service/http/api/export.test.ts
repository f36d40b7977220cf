import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../contract/contract-under-test.fixture.ts';
import { SECOND } from '../../domain/micros.ts';
import type { NewReport } from '../../store/store.ts';
import { newReport } from '../../store/suite/new-report.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from '../sample-data.fixture.ts';
import { at, keptLog, type Running, rawRequest, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const NOW = at(FRIDAY_LUNCH);

/** Many reports, newest first, three at each time; their buckets alternate so that rows can be told apart. */
function manyReports(count: number): readonly NewReport[] {
  return Array.from({ length: count }, (_, index) =>
    newReport({
      createdAt: NOW - Math.floor(index / 3) * SECOND,
      bucket: (['0', '1-5', '6-10'] as const)[index % 3] ?? '0',
    }),
  );
}

describe('an export', () => {
  const sample = shared(start, { reports: sampleReports() });
  const sample1 = shared(start, { form: 1, reports: sampleReports() });

  it.each([
    ['', 'headcount-reports.csv'],
    ['?since=2026-10-01&until=2026-10-31', 'headcount-reports-2026-10-01-to-2026-10-31.csv'],
    ['?since=2026-10-01', 'headcount-reports-2026-10-01.csv'],
    ['?until=2026-10-31', 'headcount-reports-to-2026-10-31.csv'],
  ])('of %j is CSV to be saved as %s', async (range, name) => {
    const service = sample();
    const { headers } = await service.get(`export.csv${range}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([
    [1, 'timestamp,bucket,has_photo'],
    [2, 'timestamp,bucket'],
  ] as const)('of Form %i begins with the columns %s, even without rows', async (form, columns) => {
    const service = form === 1 ? sample1() : sample();
    expect(await service.text('export.csv?since=2020-01-01&until=2020-01-31')).toBe(`${columns}\r\n`);
    expect((await service.text('export.csv')).startsWith(`${columns}\r\n2026-10-16T12:32:17-07:00,`)).toBe(
      true,
    );
  });

  it('of Form 1 says which reports have a photo, and keeps fractions of a second', async () => {
    const service = sample1();
    expect(await service.text('export.csv?since=2026-10-14&until=2026-10-14')).toBe(
      [
        'timestamp,bucket,has_photo',
        '2026-10-14T12:32:15-07:00,30+,False',
        '2026-10-14T12:32:15-07:00,0,False',
        '2026-10-14T12:07:15.000007-07:00,20-30,False',
        '2026-10-14T11:07:15-07:00,11-20,True',
        '',
      ].join('\r\n'),
    );
  });

  it('contains exactly the reports of its range, by local days', async () => {
    const times = [
      '2026-10-15T00:00:00-07:00',
      '2026-10-15T23:59:59.999999-07:00',
      '2026-10-14T23:59:59.999999-07:00',
      '2026-10-16T00:00:00-07:00',
    ];
    const service = await start({ reports: times.map((time) => newReport({ createdAt: at(time) })) });
    const rows = csvRows(await service.text('export.csv?since=2026-10-15&until=2026-10-15'));
    expect(rows.map(({ timestamp }) => timestamp)).toEqual([times[1], times[0]]);
  });

  it('of many rows is streamed in the order of the feed, plain and compressed', async () => {
    const reports = manyReports(9_000);
    const { url, authorized } = await start({ form: 1, reports });
    const path = `${url}/api/v1/export.csv`;
    const plain = await rawRequest(path, { headers: authorized });
    const zipped = await rawRequest(path, { headers: { ...authorized, 'Accept-Encoding': 'gzip' } });
    expect(plain.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(plain.headers['content-length']).toBeUndefined();
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    const rows = csvRows(plain.body.toString());
    expect(rows.length).toBe(9_000);
    expect(rows.map(({ bucket }) => bucket)).toEqual(reports.map(({ bucket }) => bucket));
    const times = rows.map(({ timestamp }) => timestamp as string);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('is one snapshot: reports that arrive meanwhile are not in it', async () => {
    const service = await start({ reports: manyReports(9_000) });
    const response = await service.get('export.csv', { 'Accept-Encoding': 'identity' });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    // The header comes before anything is read.
    let text = '';
    while (text.split('\r\n').length < 3) text += Buffer.from((await reader.read()).value ?? []).toString();
    await service.store.addReports([[newReport({ createdAt: NOW - 2900 * SECOND, bucket: '30+' })]]);
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += Buffer.from(next.value).toString();
    expect(csvRows(text).length).toBe(9_000);
    expect(csvRows(await service.text('export.csv')).length).toBe(9_001);
  });

  it('of many rows does not block other requests', async () => {
    const service = await start({ reports: manyReports(100_000) });
    let rows = '';
    const response = await new Promise<IncomingMessage>((resolve) => {
      get(`${service.url}/api/v1/export.csv`, { headers: service.authorized, agent: false }, resolve);
    });
    response.setEncoding('utf8').on('data', (chunk: string) => {
      rows += chunk;
    });
    await once(response, 'data');
    await service.json('reports?limit=1');
    expect(rows.length).toBeLessThan(100_000 * 20);
    await once(response, 'end');
    expect(csvRows(rows).length).toBe(100_000);
  });

  it('ends at once when the client hangs up, and leaves nothing open', async () => {
    const { logger, entries } = keptLog();
    const service = await start({ reports: manyReports(15_000), logger });
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(service.file);
        } catch {
          return false;
        }
      }).length;

    const aborted = () => entries().filter((entry) => entry.aborted).length;
    const hangUp = async (codings: readonly string[]) => {
      const until = aborted() + codings.length;
      for (const coding of codings) await hangUpOn(service, coding);
      await expect.poll(aborted).toBe(until);
    };
    // SQLite itself keeps a file or two open for the next connection.
    await hangUp(['identity', 'identity']);
    const before = openFiles();
    await hangUp([...Array(10).fill('identity'), 'gzip', 'br', 'deflate']);
    await expect.poll(openFiles).toBeLessThanOrEqual(before);
    expect(entries().filter(({ level }) => level > 30)).toEqual([]);
    expect(await service.json('status')).toMatchObject({ report_count: expect.any(Number) });
  });
});

/** Requests an export and hangs up after its first chunk. */
function hangUpOn({ url, authorized }: Running, coding: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...authorized, 'Accept-Encoding': coding };
    const request = get(`${url}/api/v1/export.csv`, { headers, agent: false }, (response) => {
      response.once('error', () => undefined);
      response.once('data', () => {
        request.destroy();
        resolve();
      });
    });
    request.once('error', reject);
  });
}
