import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SharedOptions } from './commands/run.ts';
import { DreddThreads } from './dredd/threads.ts';
import { type GateOptions, runGate } from './gate.ts';
import { judgingHere } from './judging.ts';
import { main } from './main.ts';
import { KEY } from './reference/options.ts';
import {
  answeringRaw,
  bomb,
  conforming,
  instead,
  nested,
  POISON,
  replacing,
} from './testing/hostile.fixture.ts';
import { harmful } from './testing/outputs.fixture.ts';
import { programOutput } from './testing/program.fixture.ts';
import { serving } from './testing/run-gate.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const gate = async (url: string, more: Partial<GateOptions> = {}) =>
  await runGate({ url, form: 2, key: KEY, skipDredd: true, judging: judgingHere, timeoutMs: 500, ...more });

const page = (items: string) => `{"next":null,"previous":null,"results":[${items}]}`;

describe('a deployment that sends what HTTP does not allow, or too much, or nothing, cannot be checked', () => {
  const stay = () => undefined;
  const end = (socket: Socket) => void socket.end();
  const reset = (socket: Socket) => void socket.resetAndDestroy();
  const every = (bytes: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(bytes), 5);
    socket.on('close', () => clearInterval(timer));
  };

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', end],
    ['nothing', '', stay],
    ['a reset', '', reset],
    ['half a body and a reset', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a', reset],
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}', end],
    ['a byte now and then', 'HTTP/1.1 200 OK\r\n\r\n', every('{')],
    ['status 100 for ever', '', every('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))],
    ['status 101', 'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nxx', stay],
    ['a million headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(1_000_000)}\r\n`, stay],
    ['a header of 1 MB', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`, stay],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nx y\r\n\r\n', stay],
    ['a header with a NUL', 'HTTP/1.1 200 OK\r\nx: \0\r\nContent-Length: 2\r\n\r\n{}', stay],
    ['a wrong chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n', stay],
    ['an unending 205', 'HTTP/1.1 205 X\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n', stay],
  ] as const)('%s', async (_title, bytes, after) => {
    const result = await answeringRaw(bytes, after, gate);
    expect(result.exitCode).toBe(3);
    expect(result.problem).toMatch(/^(no request got a response: .|2 requests in a row got no response)/);
  });

  it('no TLS behind https', async () => {
    const result = await answeringRaw('HTTP/1.1 200 OK\r\n\r\n', end, (url) =>
      gate(url.replace('http:', 'https:')),
    );
    expect(result.exitCode).toBe(3);
  });

  it.each([
    [
      'a compressed body that is 64 MB',
      instead('status', bomb(), { 'content-encoding': 'gzip' }),
      /^the response to GET status \(request \d+\) is not read: the body is larger than 16 MB$/,
    ],
    [
      'a million values in a body',
      instead('status', `[${'0,'.repeat(1_000_000)}0]`),
      /^the response to GET status \(request \d+\) is not read: the body has more than 800,000 values$/,
    ],
    [
      'bodies that are larger together',
      instead('reports', page(`"${'a'.repeat(7_000_000)}"`)),
      /^the response to [A-Z]+ reports \(request \d+\) is not read: the bodies of the run are larger than 32 MB$/,
    ],
    [
      'text that takes two bytes for each character',
      instead('status', JSON.stringify({ message: `\u6c34${'a'.repeat(9_000_000)}` })),
      /is not read: the body is larger than 16 MB$/,
    ],
    [
      'bodies that have more values together',
      instead('status', `[${'0,'.repeat(500_000)}0]`),
      /is not read: the bodies of the run have more than 1,200,000 values$/,
    ],
    [
      'a body compressed again and again',
      instead('status', '{}', { 'content-encoding': Array(1000).fill('gzip').join() }),
      /more than 3 content codings/,
    ],
    [
      'a body that is not compressed as it says',
      instead('status', '{}', { 'content-encoding': 'gzip' }),
      /incorrect header check/,
    ],
    [
      'a link of 1 MB',
      instead('reports', `{"next":"/?cursor=${'a'.repeat(1_000_000)}","previous":null,"results":[]}`),
      /next is longer than 8192 characters/,
    ],
  ])('%s', { timeout: 90_000 }, async (_title, listener, problem) => {
    // These deployments respond, though a busy machine takes a while to decode 64 MB.
    const result = await serving(listener, async (url) => await gate(url, { timeoutMs: 20_000 }));
    expect([1, 3]).toContain(result.exitCode);
    expect(result.problem).toMatch(problem);
  });
});

describe('a deployment with more reports than the gate reads at once', () => {
  const rows = 'timestamp,bucket\n'.padEnd(17 * 1_048_576, '2026-11-01T12:00:00-05:00,1-2\n');
  const csv = { 'content-type': 'text/csv' };
  const whole = replacing('export.csv', (response) => {
    if (new URL(response.req.url ?? '/', 'http://x').searchParams.has('since'))
      conforming(response.req, response);
    else response.writeHead(200, csv).end(rows);
  });

  it('is checked by what the gate can read', async () => {
    const result = await serving(whole, async (url) => await gate(url, { timeoutMs: 20_000 }));
    expect([result.exitCode, result.problem]).toEqual([0, undefined]);
  });

  it('cannot be checked if it sends nothing that the gate can read', async () => {
    const exports = instead('export.csv', rows, csv);
    const result = await serving(exports, async (url) => await gate(url, { timeoutMs: 20_000 }));
    expect(result.exitCode).toBe(3);
    expect(result.problem).toMatch(/larger than/);
  });
});

describe('a deployment that sends what exhausts a reader gets its verdict', () => {
  const many = (count: number, item: object) =>
    `[${`${JSON.stringify(item)},`.repeat(count - 1)}${JSON.stringify(item)}]`;
  const t = '2026-11-01T12:00:00-05:00';
  const csv = { 'content-type': 'text/csv' };
  // Enough for what compares responses with each other.
  const firstThree = (endpoint: string, body: string, headers = JSON_TYPE) =>
    replacing(endpoint, (response) => void response.writeHead(200, headers).end(body), 3);

  it.each([
    ['3 million arrays inside each other', 'http.json', instead('status', nested(3_000_000))],
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
      const result = await serving(listener, async (url) => await gate(url, { timeoutMs: 20_000 }));
      expect(result.outcomes.find((one) => one.requirement === requirement)?.outcome).toBe('fail');
      expect(result.exitCode).toBe(1);
    },
    60_000,
  );

  it('says what is wrong with a body that is nested too deep', async () => {
    const result = await serving(instead('status', nested(3_000_000)), gate);
    const outcome = result.outcomes.find(({ requirement }) => requirement === 'http.json');
    expect(outcome?.findings[0]?.message).toBe(
      'the body of status is nested deeper than 64 levels, so it is not read',
    );
  });
});

describe('the program', () => {
  const output = programOutput(KEY, { onGitHub: true });

  const dreddThreads = new DreddThreads();
  afterAll(() => dreddThreads.end());

  const run = async (listener: RequestListener, shared: SharedOptions) =>
    await serving(
      listener,
      async (url) =>
        await main(['--url', url, '--form', '2', '--out', output.folder, '--timeout', '5'], shared),
    );

  it('prints and writes nothing of a deployment that acts on a terminal, a log, a page or a table', async () => {
    const poisoned = JSON.stringify({
      message: [POISON],
      estimate_display: POISON,
      [POISON]: POISON,
      hours: POISON,
    });
    const exitCode = await run(
      (request, response) => {
        response.setHeader('x-latin', Buffer.from('\u009b31m', 'latin1').toString('latin1'));
        instead('status', poisoned)(request, response);
      },
      { dreddThreads, judging: judgingHere },
    );
    expect(exitCode).toBe(1);
    expect(output.printed.join('\n')).toContain('\\u001b[2J');
    expect(harmful('terminal', output.printed.join('\n'))).toEqual([]);
    expect(readdirSync(output.folder).toSorted()).toEqual([
      'badge.json',
      'badge.svg',
      'junit.xml',
      'report.html',
      'report.json',
      'run.har',
      'step.md',
      'summary.md',
    ]);
    for (const name of readdirSync(output.folder))
      expect(harmful(name, readFileSync(join(output.folder, name), 'utf8'))).toEqual([]);
  }, 60_000);

  it('reaches a verdict although Dredd gets bodies that it cannot read', async () => {
    const exitCode = await run(
      (request, response) => {
        if (request.headers.authorization === undefined)
          response.writeHead(401, { 'content-type': 'application/json' }).end(nested(1_000_000));
        else instead('status', nested(1_000_000))(request, response);
      },
      { dreddThreads },
    );
    expect(exitCode).toBe(1);
    const report = JSON.parse(readFileSync(join(output.folder, 'report.json'), 'utf8'));
    expect(report.requests).toBeGreaterThan(40);
  }, 60_000);

  it('has nothing against a conforming service', async () => {
    expect(await serving(conforming, async (url) => (await gate(url)).exitCode)).toBe(0);
  });
});
