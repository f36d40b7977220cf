import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commandClient } from './run-command.ts';

/** A server that counts requests. */
async function countingServer() {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
}

it.each([
  ['no exception', undefined],
  ['exceptions of its own', 'intranet.example'],
])('lets a command past a proxy of the machine with %s', async (_what, exceptions) => {
  const { url, count } = await countingServer();
  for (const name of ['http_proxy', 'HTTP_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
  for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, exceptions);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { kind } = await commandClient(['curl', '--silent', '{url}'], 5000).run(url, 'key');
  expect([kind, count()]).toEqual(['exited', 1]);
});

it.skipIf(process.platform !== 'linux')('ends what a command has started in another session', async () => {
  const { url, count } = await countingServer();
  const child = 'while true; do curl --silent "$HEADCOUNT_URL"; sleep 0.05; done';
  await commandClient(['bash', '-c', `setsid bash -c '${child}' & wait`], 1000).run(url, 'key');
  // A request may still be on its way.
  await setTimeout(200);
  const before = count();
  await setTimeout(500);
  expect(before).toBeGreaterThan(0);
  expect(count()).toBe(before);
});
