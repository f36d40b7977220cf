import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { programUnderTest, reportsIn } from './program.fixture.ts';

const program = programUnderTest();

function urlOf(output: string): string {
  return /at (http:\S+)/.exec(output)?.[1] as string;
}

describe('headcount serve', { timeout: 60_000 }, () => {
  it.each([
    ['SIGTERM', '', 'false', 404],
    ['SIGINT', 'Nowhere/Foo', 'true', 200],
  ] as const)(
    'serves until %s, drains, and exits with code 0; TZ="%s" is taken to be UTC; with HEADCOUNT_PUBLIC_PAGE=%s, visitors get %i',
    async (signal, TZ, isPublic, status) => {
      const database = `sqlite:${signal}.sqlite`;
      const service = await program.start(
        ['serve', '--port', '0', '--database', database],
        isPublic === 'true' ? /Visitors need no key at/ : /Serving Form 2 at/,
        { env: { HEADCOUNT_PUBLIC_PAGE: isPublic, TZ } },
      );
      const url = urlOf(service.output());
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect((await fetch(`${url}/page/api/v1/status`)).status).toBe(status);
      expect((await fetch(`${url}/api/v1/status`)).status).toBe(401);
      const { code, stdout } = await service.stop(signal);
      expect(code).toBe(0);
      expect(service.output().includes('Visitors')).toBe(isPublic === 'true');
      expect(service.output()).toContain(`TZ="${TZ}" is no time zone, so this machine's is taken to be UTC.`);
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines).toContainEqual(expect.objectContaining({ path: '/api/v1/status', status: 401 }));
      // It adds no data.
      expect(await reportsIn(program.path(`${signal}.sqlite`))).toEqual([]);
    },
  );

  it('resets no connection under load when it is stopped, new or kept alive', async () => {
    const service = await program.start(
      ['serve', '--port', '0', '--database', 'sqlite:load.sqlite', '--log-level', 'silent'],
      /Serving Form 2 at/,
    );
    const url = `${urlOf(service.output())}/livez`;
    const kept = new Agent({ keepAlive: true });
    const outcomes = new Map<string, number>();
    const send = (agent: Agent | false) =>
      new Promise<string>((resolve) => {
        get(url, { agent }, (response) => {
          response.resume().once('end', () => resolve(String(response.statusCode)));
        }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
    const client = async (agent: Agent | false) => {
      for (let last = ''; last !== 'ECONNREFUSED'; ) {
        last = await send(agent);
        outcomes.set(last, (outcomes.get(last) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 16 }, (_, n) => client(n % 2 === 0 ? kept : false));
    while ((outcomes.get('200') ?? 0) < 500) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await service.stop()).code).toBe(0);
    await Promise.all(clients);
    kept.destroy();
    expect([...outcomes.keys()].toSorted()).toEqual(['200', 'ECONNREFUSED']);
  });
});
