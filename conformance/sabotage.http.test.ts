import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { SharedOptions } from './commands/run.ts';
import { countTransactions, startDredd } from './dredd/dredd.ts';
import { judgingHere } from './judging.ts';
import { main } from './main.ts';
import { KEY } from './reference/options.ts';
import { listenerOf } from './reference/serve.ts';
import { createReference } from './reference/service.ts';
import { documentSteps } from './requests/steps.ts';
import { programOutput } from './testing/program.fixture.ts';
import { evidenceOn, serving } from './testing/run-gate.fixture.ts';
import { judgeEvidence } from './verdict/judge.ts';

const transactions = countTransactions(2);
const sent = documentSteps(2).length;
/** Dredd is loaded once for most tests; the first one runs the program with threads of its own. */
const dredd = startDredd();
afterAll(() => dredd.end());
const conforming = listenerOf(createReference({ count: 300, days: 30 }));

/** Lets the first requests pass and takes over afterwards. */
function from(nth: number, takeOver: (response: ServerResponse) => void): RequestListener {
  let count = 0;
  return (request, response) => {
    count += 1;
    if (count < nth) conforming(request, response);
    else takeOver(response);
  };
}

describe('the program', () => {
  const output = programOutput(KEY);

  const run = async (listener: RequestListener, ...args: string[]) =>
    await runWith({ dredd, judging: judgingHere }, listener, ...args);
  const runWith = async (shared: SharedOptions, listener: RequestListener, ...args: string[]) =>
    await serving(
      listener,
      async (url) => await main(['--url', url, '--form', '2', '--out', output.folder, ...args], shared),
    );
  const written = () =>
    readdirSync(output.folder)
      .map((name) => readFileSync(join(output.folder, name), 'utf8'))
      .join('\n');

  it('exits 0 for a conforming service, Dredd included, and reaches the same verdicts from the saved run', async () => {
    expect(await runWith({}, conforming)).toBe(0);
    const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    const { dredd, requirements } = reportIn(output.folder);
    expect(dredd).toEqual({ transactions, passed: sent, failed: 0, skipped: transactions - sent });
    const again = join(output.folder, 'again');
    expect(await main(['judge', join(output.folder, 'run.har'), '--out', again])).toBe(0);
    expect(reportIn(again).requirements).toEqual(requirements);
    rmSync(again, { recursive: true });
  }, 30_000);

  it.each([
    ['the server dies midway', 3, from(20, (response) => response.destroy())],
    [
      'the fifth request gets 429',
      3,
      from(5, (response) => response.writeHead(429, { 'retry-after': '3600' }).end()),
    ],
    [
      'every path redirects to itself',
      3,
      from(1, (response) => response.writeHead(302, { location: '/loop' }).end()),
    ],
    [
      'the key is echoed everywhere',
      1,
      from(1, (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'x-key': KEY })
          .end(JSON.stringify({ next: KEY, results: [KEY] })),
      ),
    ],
  ] as readonly (readonly [string, number, RequestListener])[])(
    'exits with the right code, in time and without showing the key, when %s',
    async (_title, exitCode, listener) => {
      const started = Date.now();
      expect(await run(listener)).toBe(exitCode);
      expect(Date.now() - started).toBeLessThan(20_000);
      for (const secret of [KEY, Buffer.from(KEY).toString('base64')]) {
        expect(output.printed.join('\n')).not.toContain(secret);
        expect(written()).not.toContain(secret);
      }
    },
    30_000,
  );

  it('never sends the key to another origin, even if next or a redirect leads there', async () => {
    const strangers: string[] = [];
    await serving(
      (request, response) => {
        strangers.push(String(request.headers.authorization));
        response.end('{}');
      },
      async (elsewhere) => {
        await run((request, response) => {
          if (request.url?.includes('highlights') === true)
            response.writeHead(302, { location: `${elsewhere}/` }).end();
          else
            response
              .writeHead(200, { 'content-type': 'application/json' })
              .end(
                JSON.stringify({ next: `${elsewhere}/api/v1/reports?cursor=1`, previous: null, results: [] }),
              );
        });
      },
    );
    expect(strangers).toEqual([]);
  });

  it.each([
    [['--form', '2'], /--url is missing/],
    [['--url', 'http://127.0.0.1:1'], /--form is missing/],
    [['--url', 'nowhere', '--form', '2'], /full URL/],
    [['--url', 'http://127.0.0.1:1', '--form', '3'], /Allowed choices/],
    [['--url', 'http://127.0.0.1:1', '--form', '2', '--key-file', '/nowhere/key'], /does not exist/],
    [['--url', 'http://127.0.0.1:1', '--form', '2', '--key-file', '/'], /--key-file \/ cannot be read/],
    [['--url', 'http://127.0.0.1:1', '--form', '2', '--expected-failures', '/'], /cannot be read/],
    [['judge', '/nowhere/run.har'], /does not exist/],
    [['judge', '/'], /cannot be read/],
  ])('exits 2 for the arguments %j', async (args, message) => {
    expect(await main(args)).toBe(2);
    expect(output.printed.join('\n')).toMatch(message);
  });

  it.each([
    ['a gzip bomb', () => gzipSync(Buffer.alloc(100 * 1_048_576), { level: 1 }), /is larger than 96 MB$/],
    ['a file larger than any recording', () => Buffer.alloc(97 * 1_048_576), /is larger than 96 MB$/],
    [
      'half a compressed file',
      () => gzipSync('{}').subarray(0, 12),
      /cannot be decompressed: unexpected end/,
    ],
    ['a page', () => '<html>', /: not an HTTP archive$/],
  ])('exits 2 for a recording that is %s', async (_title, content, message) => {
    const har = join(output.folder, 'run.har');
    writeFileSync(har, content());
    expect(await main(['judge', har])).toBe(2);
    expect(output.printed).toEqual([expect.stringMatching(message)]);
  });

  it('prints the plan without sending a request', async () => {
    expect(await main(['--plan', '--form', '2'])).toBe(0);
    expect(output.printed.join('\n')).toContain('POST /api/v1/reports');
  });

  it('respects a smaller budget and is inconclusive', async () => {
    expect(await run(conforming, '--max-requests', '25')).toBe(3);
    expect(JSON.parse(readFileSync(join(output.folder, 'report.json'), 'utf8')).requests).toBe(25);
  });

  it('prints a to-do list while handlers are missing', async () => {
    await run((request, response) => {
      if (request.url?.startsWith('/api/v1/patterns') === true && request.headers.authorization !== undefined)
        response.writeHead(501, { 'content-type': 'application/json' }).end('{}');
      else conforming(request, response);
    });
    expect(output.printed.join('\n')).toContain('To do, in this order.');
  }, 30_000);

  it('accepts expected failures, and fails when one of them passes', async () => {
    const list = join(output.folder, 'expected.yaml');
    const faulty: RequestListener = (request, response) => {
      if (request.url === '/api/v1/status' && request.headers.authorization === undefined)
        response.writeHead(403).end();
      else conforming(request, response);
    };
    writeFileSync(list, '- { requirement: auth.missing, reason: the gateway returns 403 }\n');
    expect(await run(faulty, '--expected-failures', list)).toBe(0);
    // auth.wrong-key passes in the same run.
    appendFileSync(list, '- { requirement: auth.wrong-key, reason: known }\n');
    const har = join(output.folder, 'run.har');
    expect(await main(['judge', har, '--out', output.folder, '--expected-failures', list])).toBe(1);
    expect(output.printed.join('\n')).toContain('remove it from the list');
  }, 30_000);
});

it.each([
  [
    'throws',
    () => {
      throw new Error('on purpose');
    },
    /on purpose/,
  ],
  [
    'reports a requirement that does not exist',
    (_facts: unknown, ledger: { pass: (id: never) => void }) => ledger.pass('auth.absent' as never),
    /auth\.absent/,
  ],
])('exits 4 when a rule %s', async (_title, judge, problem) => {
  const evidence = await evidenceOn({ count: 30 });
  expect(judgeEvidence(evidence, { rules: [{ name: 'broken', judge }] })).toMatchObject({
    exitCode: 4,
    problem: expect.stringMatching(problem),
  });
});
