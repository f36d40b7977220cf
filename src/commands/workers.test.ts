import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { programUnderTest, type RunningProgram } from './program.suite.ts';

const program = programUnderTest();

/** Two workers on a database, with a key. */
async function twoWorkers(name: string, quota: number) {
  const database = `sqlite:${name}.sqlite`;
  await program.run(['simulate', '--weeks', '1', '--database', database]);
  const given = ['--database', database, '--email', 'ada@example.edu', '--quota', String(quota)];
  const key = (await program.run(['keys', 'issue', ...given])).stdout.trim();
  const parent = await program.start(
    ['serve', '--workers', '2', '--port', '0', '--database', database],
    /Serving Form 2 at \S+, by 2 workers/,
  );
  const url = /at (http:[^\s,]+)/.exec(parent.said())?.[1] as string;
  // A connection of its own for each, since connections are what is shared out.
  const headers = { Authorization: `Token ${key}`, Connection: 'close' };
  const ask = async (path = 'status') => {
    // What a killed worker was just given is never answered.
    const response = await fetch(`${url}/api/v1/${path}`, { headers, signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response;
  };
  return { database, parent, url, ask };
}

/** The processes that have answered, by their log lines. */
function pids(parent: RunningProgram): readonly number[] {
  const lines = parent.said().matchAll(/"pid":(\d+)/g);
  return [...new Set([...lines].map(([, pid]) => Number(pid)))];
}

describe('headcount serve --workers 2', { timeout: 60_000 }, () => {
  it('has one quota, exact to the request when many arrive at both at once', async () => {
    const { parent, ask } = await twoWorkers('quota', 120);
    const responses = await Promise.all(Array.from({ length: 300 }, () => ask()));
    const left = responses
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
    expect(responses.filter(({ status }) => status === 429).length).toBe(180);
    expect(pids(parent).length).toBe(2);
    expect((await parent.stop()).code).toBe(0);
  });

  it('has one set of data: what is revoked elsewhere is refused by both at once', async () => {
    const { database, parent, ask } = await twoWorkers('revoked', 1000);
    const statuses = async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => ask('patterns')));
      return new Set(responses.map(({ status }) => status));
    };
    expect(await statuses()).toEqual(new Set([200]));
    expect(await statuses()).toEqual(new Set([200]));
    await program.run(['keys', 'revoke', '1', '--database', database]);
    expect(await statuses()).toEqual(new Set([401]));
    expect(pids(parent).length).toBe(2);
    await parent.stop('SIGINT');
  });

  it('goes on serving when a worker is killed, and replaces it', async () => {
    const { parent, ask } = await twoWorkers('killed', 100_000);
    while (pids(parent).length < 2) await ask();
    const before = pids(parent);
    process.kill(before[0] as number, 'SIGKILL');
    while (pids(parent).length < 3) {
      await ask().catch(() => undefined);
      await sleep(20);
    }
    expect(parent.said()).toContain('headcount: a worker ended (SIGKILL); another takes its place');
    expect((await ask()).status).toBe(200);
    expect((await parent.stop()).code).toBe(0);
    for (const pid of pids(parent)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('tells why it cannot start, and leaves nobody behind', async () => {
    const { parent, url } = await twoWorkers('taken', 10);
    const args = [
      'serve',
      '--workers',
      '2',
      '--database',
      'sqlite:other.sqlite',
      '--port',
      new URL(url).port,
    ];
    const { code, stderr } = await program.run(args);
    expect(code).toBe(1);
    expect(stderr).toContain('is taken; choose another with --port');
    expect((await program.run(['serve', '--workers', '2', '--database', 'sqlite:.'])).stderr).toMatch(
      /^headcount: --database/,
    );
    await parent.stop();
  });
});
