import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
