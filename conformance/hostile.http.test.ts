import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GateOptions, runGate } from './gate.ts';
import { judgingHere } from './judging.ts';
import { main } from './main.ts';
import { KEY } from './reference/options.ts';
import { answeringRaw, bomb, instead, nested, POISON } from './testing/hostile.fixture.ts';
import { harmful } from './testing/outputs.fixture.ts';
import { programOutput } from './testing/program.fixture.ts';
import { serving } from './testing/run-gate.fixture.ts';

const gate = async (url: string, more: Partial<GateOptions> = {}) =>
  await runGate({ url, form: 2, key: KEY, skipDredd: true, judging: judgingHere, timeoutMs: 100, ...more });

describe('a deployment that sends what HTTP does not allow, or too much, or nothing, cannot be checked', () => {
  const stay = () => undefined;
  const end = (socket: Socket) => void socket.end();
  const reset = (socket: Socket) => void socket.resetAndDestroy();
  const every = (bytes: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(bytes), 5);
    socket.on('close', () => clearInterval(timer));
  };

  it.each([
    ['nothing', '', stay],
    ['half a body and a reset', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a', reset],
    ['a byte now and then', 'HTTP/1.1 200 OK\r\n\r\n', every('{')],
    ['status 100 for ever', '', every('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))],
    ['status 101', 'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nxx', stay],
    ['a million headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(1_000_000)}\r\n`, stay],
    ['a header with a NUL', 'HTTP/1.1 200 OK\r\nx: \0\r\nContent-Length: 2\r\n\r\n{}', stay],
    ['a wrong chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n', stay],
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
    // These deployments respond, though a busy machine takes a while to decode 16 MB.
    const result = await serving(listener, async (url) => await gate(url, { timeoutMs: 20_000 }));
    expect([1, 3]).toContain(result.exitCode);
    expect(result.problem).toMatch(problem);
  });
});

it('says what is wrong with a body that is nested too deep', async () => {
  const result = await serving(
    instead('status', nested(3_000_000)),
    async (url) => await gate(url, { timeoutMs: 20_000 }),
  );
  const outcome = result.outcomes.find(({ requirement }) => requirement === 'http.json');
  expect([result.exitCode, outcome?.outcome, outcome?.findings[0]?.message]).toEqual([
    1,
    'fail',
    'the body of status is nested deeper than 64 levels, so it is not read',
  ]);
});

describe('the program', () => {
  const output = programOutput(KEY, { onGitHub: true });

  it('prints and writes nothing of a deployment that acts on a terminal, a log, a page or a table', async () => {
    const poisoned = JSON.stringify({
      message: [POISON],
      estimate_display: POISON,
      [POISON]: POISON,
      hours: POISON,
    });
    const exitCode = await serving(
      (request, response) => {
        response.setHeader('x-latin', Buffer.from('\u009b31m', 'latin1').toString('latin1'));
        instead('status', poisoned)(request, response);
      },
      (url) => main(['--url', url, '--form', '2', '--out', output.folder], { judging: judgingHere }),
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
});
