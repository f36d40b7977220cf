import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { expect, it } from 'vitest';

it.each([
  ['spawn', () => spawn('true')],
  ['execFile', () => execFile('true')],
  ['spawnSync', () => spawnSync('true')],
  ['execFileSync', () => execFileSync('true')],
])('%s throws in a test that must not start processes', (_name, start) => {
  expect(start).toThrow('must not start a process');
});

it('a connection to another host throws', async () => {
  expect(() => createConnection({ host: '192.0.2.1', port: 80 })).toThrow('must not connect to 192.0.2.1');
  await expect(fetch('http://192.0.2.1/')).rejects.toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringContaining('192.0.2.1') }),
    }),
  );
});
