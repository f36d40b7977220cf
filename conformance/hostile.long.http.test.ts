import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runGate } from './gate.ts';
import { judgingHere } from './judging.ts';
import { KEY } from './reference/options.ts';
import { conforming, instead, nested, replacing } from './testing/hostile.fixture.ts';
import { serving } from './testing/run-gate.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const gate = async (url: string) =>
  await runGate({ url, form: 2, key: KEY, skipDredd: true, judging: judgingHere });
const csv = { 'content-type': 'text/csv' };

describe('a deployment with more reports than the gate reads at once', () => {
  const rows = 'timestamp,bucket\n'.padEnd(17 * 1_048_576, '2026-11-01T12:00:00-05:00,1-2\n');
  const whole = replacing('export.csv', (response) => {
    if (new URL(response.req.url ?? '/', 'http://x').searchParams.has('since'))
      conforming(response.req, response);
    else response.writeHead(200, csv).end(rows);
  });

  it('is checked by what the gate can read', async () => {
    const result = await serving(whole, gate);
    expect([result.exitCode, result.problem]).toEqual([0, undefined]);
  });

  it('cannot be checked if it sends nothing that the gate can read', async () => {
    const exports = instead('export.csv', rows, csv);
    const result = await serving(exports, gate);
    expect(result.exitCode).toBe(3);
    expect(result.problem).toMatch(/larger than/);
  });
});

describe('a deployment that sends what exhausts a reader gets its verdict', () => {
  const many = (count: number, item: object) =>
    `[${`${JSON.stringify(item)},`.repeat(count - 1)}${JSON.stringify(item)}]`;
  const t = '2026-11-01T12:00:00-05:00';
  // Enough for what compares responses with each other.
  const firstThree = (endpoint: string, body: string, headers = JSON_TYPE) =>
    replacing(endpoint, (response) => void response.writeHead(200, headers).end(body), 3);

  it.each([
    [
      '400 kB that look like an address',
      'status.estimate_display',
      instead('status', JSON.stringify({ estimate_display: 'a'.repeat(400_000) })),
    ],
    [
      '100,000 reports on a page',
      'reports.id-unique',
      firstThree(
        'reports',
        `{"next":null,"previous":null,"results":${many(100_000, { id: 1, bucket: '1', created_at: t })}}`,
      ),
    ],
    [
      '100,000 points of one second',
      'chart.scatter-complete',
      firstThree('chart', `{"scatter":${many(100_000, { t, value: 1 })},"line":[],"open_window":null}`),
    ],
    [
      'a quote of 4 MB',
      'export.columns',
      firstThree('export.csv', `timestamp,bucket\n"${'""'.repeat(2_000_000)}`, csv),
    ],
    [
      'status 999',
      'http.no-server-error',
      replacing('status', (response) => void response.writeHead(999).end()),
    ],
  ] as readonly (readonly [string, string, RequestListener])[])(
    '%s',
    async (_title, requirement, listener) => {
      const result = await serving(listener, gate);
      expect(result.outcomes.find((one) => one.requirement === requirement)?.outcome).toBe('fail');
      expect(result.exitCode).toBe(1);
    },
    60_000,
  );
});

it('a deployment whose bodies Dredd cannot read gets its verdict', async () => {
  const result = await serving(
    (request, response) => {
      if (request.headers.authorization === undefined)
        response.writeHead(401, JSON_TYPE).end(nested(1_000_000));
      else instead('status', nested(1_000_000))(request, response);
    },
    (url) => runGate({ url, form: 2, key: KEY }),
  );
  expect(result.exitCode).toBe(1);
  expect(result.requests).toBeGreaterThan(40);
}, 60_000);
