import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { report } from './report.ts';
import { get, type Storm, storm } from './storm.ts';

const STORM: Storm = { connections: 2, total: 4, bytes: () => get('/') };
const respond: RequestListener = (_, response) => response.end('x'.repeat(2000));
const reset: RequestListener = ({ socket }) => socket.resetAndDestroy();

async function attack(listener: RequestListener, signal: AbortSignal, options: Partial<Storm>) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const target = { port: (server.address() as AddressInfo).port, key: '', files: [] };
  return storm(target, signal, { ...STORM, ...options });
}

it.each<[string, RequestListener, Partial<Storm>, number]>([
  ['get a response', respond, {}, 4],
  ['get it slowly', respond, { reads: 'slowly' }, 4],
  ['are reset', reset, {}, 0],
])('a storm counts its connections with a response: all %s', async (_what, listener, options, count) => {
  expect(await attack(listener, new AbortController().signal, options)).toBe(count);
});

it.each<[string, Partial<Storm>]>([
  ['never read', { reads: 'never' }],
  ['leave', { leaves: 'once written' }],
  ['write slowly', { writes: 'byte by byte' }],
  ['write nothing', { bytes: () => '' }],
])('a storm counts no responses if its clients %s', async (_what, options) => {
  expect(await attack(respond, AbortSignal.timeout(50), options)).toBeNull();
});

it.each([
  [[], []],
  [[null, 9], []],
  [[9, 0], ['files: no attacker got a response, so nothing was attacked']],
])('a siege whose storms count %j has missed the aims %j', (responses, missed) => {
  const descriptors = { before: 30, most: 90, after: 30 };
  const row = {
    name: 'files',
    ended: null,
    peak: 100,
    descriptors,
    times: { p50: 3, p99: 20 },
    failures: {},
  };
  expect(report([{ ...row, responses }]).missed).toEqual(missed);
});
