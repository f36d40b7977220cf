import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUTHORITY, SERVER } from '../../../conformance/testing/certificates.fixture.ts';
import type { ConformanceOptions, ConformanceProgress } from './conformance-options.ts';
import { OptionError, type RunningMock, runConformance, startMock } from './index.ts';

const KEY = 'hc_aKeyThatNobodyMayEverSee0123456789';
const KNOWN = { requirement: 'reports.bucket', reason: 'it serves Form 2' };
const folder = mkdtempSync(join(tmpdir(), 'library-'));
let mock: RunningMock;
let options: ConformanceOptions;

beforeAll(async () => {
  mock = await startMock({ timeZone: 'America/Los_Angeles', now: '2026-11-20T12:30:00-08:00' });
  options = { url: mock.url, form: 2, key: KEY, level: 'contract' };
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the gate on a server that responds to everything in the same way. */
async function judgeServer(
  respond: (url: string) => { readonly status: number; readonly body: string },
  more: Partial<ConformanceOptions> = {},
) {
  const server = createServer((request, response) => {
    const { status, body } = respond(`${request.url} ${request.headers.authorization}`);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await runConformance({ url, form: 2, key: KEY, ...more });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('runConformance', { timeout: 120_000 }, () => {
  it('says that a mock conforms, twice at the same time, and prints nothing', async () => {
    const printed = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockReturnValue(true),
    );
    const seen: ConformanceProgress[] = [];
    const out = join(folder, 'a', 'report');
    const results = await Promise.all([
      runConformance({ ...options, out, onProgress: (one) => seen.push(one) }),
      runConformance({ ...options, form: 'auto' }),
    ]);
    const writes = printed.map((spy) => spy.mock.calls.length);
    for (const spy of printed) spy.mockRestore();
    expect(writes).toEqual([0, 0]);
    for (const { outcome, exitCode, report } of results) {
      expect({ outcome, exitCode }).toEqual({ outcome: 'conforms', exitCode: 0 });
      expect(report).toMatchObject({ version: 1, target: mock.url, formJudged: 2, level: 'contract' });
      expect(report.counts).toMatchObject({ fail: 0, inconclusive: 0 });
    }
    // Each request was reported, without the key, and the folder has every format.
    expect(seen.map(({ requests }) => requests)).toEqual(seen.map((_, at) => at + 1));
    expect(seen).toHaveLength(results[0].report.requests);
    const request = `GET ${mock.url}/api/v1/reports`;
    expect(seen[0]).toEqual({ requests: 1, maxRequests: 60, request, status: 200 });
    expect(JSON.stringify(seen)).not.toContain(KEY);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(results[0].report);
    for (const name of ['report.html', 'junit.xml', 'summary.md', 'badge.svg', 'run.har'])
      expect(existsSync(join(out, name)), name).toBe(true);
  });

  it('names what is broken, accepts what is expected, and sends no more than maxRequests', async () => {
    const expectedFailures = [{ ...KNOWN, reviewBy: '2999-01-01' }];
    const broken = await runConformance({ ...options, form: 1, maxRequests: 5, expectedFailures });
    expect(broken).toMatchObject({ outcome: 'does-not-conform', exitCode: 1 });
    expect(broken.summary).toMatch(/^FAILURE {2}/);
    expect(broken.report.requests).toBe(5);
    const failed = broken.report.requirements.filter(({ outcome }) => outcome === 'fail');
    expect(failed.map(({ id, expected }) => [id, expected])).toContainEqual([
      'reports.bucket',
      'it serves Form 2',
    ]);
    expect(failed.length).toBeGreaterThan(1);
  });

  it('does not check a deployment that refuses the key, and never returns the key, even if the deployment repeats it', async () => {
    const progress: unknown[] = [];
    const out = join(folder, 'echo');
    const respond = (url: string) => ({ status: 401, body: JSON.stringify({ url, [KEY]: KEY }) });
    const result = await judgeServer(respond, { out, onProgress: (one) => progress.push(one) });
    expect(result).toMatchObject({ outcome: 'not-judged', exitCode: 3 });
    expect(result.report.problem).toBeTruthy();
    expect(JSON.stringify({ result, progress })).not.toContain(KEY);
    for (const name of ['report.json', 'report.html', 'run.har'])
      expect(readFileSync(join(out, name), 'utf8')).not.toContain(KEY);
  });

  it('ends when the signal says so, with its reason', async () => {
    const controller = new AbortController();
    let last = 0;
    const run = runConformance({
      ...options,
      signal: controller.signal,
      onProgress: ({ requests }) => {
        last = requests;
        if (requests === 2) controller.abort(new Error('enough'));
      },
    });
    await expect(run).rejects.toThrow('enough');
    expect(last).toBe(2);
    await expect(runConformance({ ...options, signal: controller.signal })).rejects.toThrow('enough');
  });

  it('ends a request that is under way when the signal says so, and does not report it', async () => {
    const controller = new AbortController();
    const server = createServer(() => controller.abort(new Error('enough')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const onProgress = vi.fn();
    const { signal } = controller;
    await expect(runConformance({ ...options, url, signal, onProgress })).rejects.toThrow('enough');
    expect(onProgress).not.toHaveBeenCalled();
    server.closeAllConnections();
    server.close();
  });

  it('ends when onProgress throws, with that error', async () => {
    const run = runConformance({
      ...options,
      onProgress: () => {
        throw new Error('the display is broken');
      },
    });
    await expect(run).rejects.toThrow('the display is broken');
  });

  it('waits for a deployment with TLS behind an access proxy, whose secret is in no result', async () => {
    let requests = 0;
    const server = createTlsServer(SERVER, (incoming, outgoing) => {
      requests += 1;
      if (requests === 1) return outgoing.writeHead(503).end();
      if (incoming.headers['x-access'] !== 'aSecretOfTheProxy') return outgoing.writeHead(403).end();
      const { method, headers } = incoming;
      const forwarded = request(new URL(incoming.url ?? '', mock.url), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(outgoing);
      });
      return forwarded.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await runConformance({
      ...options,
      url: `https://127.0.0.1:${port}`,
      headers: { 'X-Access': 'aSecretOfTheProxy' },
      network: { ca: [AUTHORITY] },
      waitReadyMs: 10_000,
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect([result.summary, result.outcome]).toEqual([expect.any(String), 'conforms']);
    expect(result.report.advice.join()).toContain('The deployment was ready after');
    expect(JSON.stringify(result)).not.toContain('aSecretOfTheProxy');
  });

  it.each([
    ['url', { url: 'mock' }],
    ['form', { form: undefined }],
    ['key', { key: `${KEY}\n` }],
    ['maxRequests', { maxRequests: 0 }],
    ['expectedFailures', { expectedFailures: join(folder, 'missing.yaml') }],
    ['expectedFailures', { expectedFailures: [{ requirement: 'no.such', reason: 'none' }] }],
    ['expectedFailures', { expectedFailures: [null] }],
    ['expectedFailures', { expectedFailures: [{ ...KNOWN, reviewBy: 'soon' }] }],
    ['expectedFailures', { expectedFailures: [{ ...KNOWN, review_by: 'soon' }] }],
    ['out', { out: '/dev/null/report' }],
    ['signal', { signal: {} }],
    ['timeout', { timeout: 3 }],
    ['headers', { headers: { Authorization: 'Token x' } }],
    ['network', { network: { proxy: 'x' } }],
    ['waitReadyMs', { waitReadyMs: 0 }],
  ])('rejects a wrong %s with its name, and without the key', async (option, wrong) => {
    const run = runConformance({ ...options, ...wrong } as unknown as ConformanceOptions);
    const error = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option, message: expect.not.stringContaining(KEY) });
  });
});
