import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkClientCommand } from './command.ts';

/** The exit code of a check without a process, and what it prints on stderr. */
async function check(...words: readonly string[]) {
  const exit = vi.fn<(code: number) => void>();
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => error.mockRestore());
  await checkClientCommand(exit).parseAsync(words, { from: 'user' });
  return { codes: exit.mock.calls.flat(), stderr: error.mock.calls.join('\n') };
}

it.each([
  ['neither a command nor a port', [], 'Give a command after --, or a --port'],
  ['an address that is no URL', ['--probe', 'here', '--', 'true'], '--probe'],
  ['a page that is no URL', ['--page', 'here'], '--page'],
  ['a command and a page', ['--page', 'http://127.0.0.1/', '--', 'true'], 'a command or --page'],
])('exits with 2 for %s', async (_what, words, message) => {
  expect(await check(...words)).toEqual({ codes: [2], stderr: expect.stringContaining(message) });
});

it('exits with 2 if the port is in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await check('--port', String(port))).toEqual({
    codes: [2],
    stderr: expect.stringContaining(`--port ${port} is already in use`),
  });
  server.close();
});
