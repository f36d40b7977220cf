import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createApp } from './app.ts';
import { type Authenticate, authenticateByKeys } from './authenticate.ts';
import { OPERATION_PATHS } from './generated/operations.ts';

const WITH_KEY = { Authorization: 'Token a-key' };
const inMemory = authenticateByKeys(['a-key', 'another']);
/** As a key store in a database does. */
const authenticate: Authenticate = async (authorization) => inMemory(authorization);
let server: Server;
let url: string;

before(async () => {
  const publicUrl = 'http://127.0.0.1:3000';
  const app = await createApp({ authenticate, publicUrl });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

for (const path of Object.values(OPERATION_PATHS)) {
  test(`${path} responds with 401 without a valid key`, async () => {
    for (const authorization of [
      undefined,
      'Token wrong',
      'Bearer a-key',
      'a-key',
      'Token',
      'Token a-key x',
    ]) {
      const response = await get(path, authorization === undefined ? {} : { Authorization: authorization });
      assert.equal(response.status, 401, authorization ?? 'no header');
      assert.equal(response.headers.get('WWW-Authenticate'), 'Token');
      assert.equal(response.headers.get('Content-Type')?.split(';')[0], 'application/problem+json');
    }
  });

  test(`${path} responds with a key, or is not implemented yet`, async () => {
    const { status } = await get(path, WITH_KEY);
    assert.ok(status === 200 || status === 501, `status ${status}`);
  });
}

test('an unknown path is 404', async () => {
  assert.equal((await get('/api/v1/nowhere', WITH_KEY)).status, 404);
});

test('only GET, HEAD and preflights are allowed', async () => {
  const response = await fetch(`${url}${OPERATION_PATHS.getStatus}`, { method: 'POST', headers: WITH_KEY });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('Allow'), 'GET, HEAD, OPTIONS');
  const withoutKey = await fetch(`${url}${OPERATION_PATHS.getStatus}`, { method: 'POST' });
  assert.equal(withoutKey.status, 401);
  assert.notEqual(
    (await fetch(`${url}${OPERATION_PATHS.getStatus}`, { method: 'HEAD', headers: WITH_KEY })).status,
    405,
  );
  const preflight = await fetch(`${url}${OPERATION_PATHS.getStatus}`, { method: 'OPTIONS' });
  assert.equal(preflight.status, 204);
});

test('an invalid parameter is 400, and the body names it', async () => {
  const wrong: readonly [target: string, parameter: string][] = [
    ['/api/v1/reports?limit=201', 'limit'],
    ['/api/v1/reports?limit=1&limit=2', 'limit'],
    ['/api/v1/chart?since=2026-02-30', 'since'],
    ['/api/v1/status?since=2026-02-28', 'since'],
  ];
  for (const [target, parameter] of wrong) {
    const response = await get(target, WITH_KEY);
    const body = (await response.json()) as { errors: { parameter: string }[] };
    assert.equal(response.status, 400, target);
    assert.equal(body.errors[0]?.parameter, parameter);
  }
});

function get(target: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}${target}`, { headers });
}
