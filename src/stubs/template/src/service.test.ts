import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createApp } from './app.ts';
import { authenticateByKeys } from './authenticate.ts';

const ENDPOINTS = ['status', 'chart', 'patterns', 'reports', 'export.csv'];
const WITH_KEY = { Authorization: 'Token a-key' };
let server: Server;
let url: string;

before(async () => {
  const publicUrl = 'http://127.0.0.1:3000';
  const app = await createApp({ authenticate: authenticateByKeys(['a-key', 'another']), publicUrl });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
after(() => server.close());

for (const endpoint of ENDPOINTS) {
  test(`${endpoint} is refused without a valid key`, async () => {
    for (const authorization of [
      undefined,
      'Token wrong',
      'Bearer a-key',
      'a-key',
      'Token',
      'Token a-key x',
    ]) {
      const answer = await get(endpoint, authorization === undefined ? {} : { Authorization: authorization });
      assert.equal(answer.status, 401, authorization ?? 'no header');
      assert.equal(answer.headers.get('WWW-Authenticate'), 'Token');
      assert.equal(answer.headers.get('Content-Type')?.split(';')[0], 'application/problem+json');
    }
  });

  test(`${endpoint} is answered with a key, or has no handler yet`, async () => {
    const { status } = await get(endpoint, WITH_KEY);
    assert.ok(status === 200 || status === 501, `status ${status}`);
  });
}

test('an unknown address is 404', async () => {
  assert.equal((await get('nowhere', WITH_KEY)).status, 404);
});

test('only GET and HEAD are allowed', async () => {
  const answer = await fetch(`${url}/status`, { method: 'POST', headers: WITH_KEY });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('Allow'), 'GET, HEAD');
  assert.notEqual((await fetch(`${url}/status`, { method: 'HEAD', headers: WITH_KEY })).status, 405);
});

test('a parameter that is not allowed is 400, and named', async () => {
  const wrong: readonly [query: string, parameter: string][] = [
    ['reports?limit=201', 'limit'],
    ['reports?limit=1&limit=2', 'limit'],
    ['chart?since=2026-02-30', 'since'],
    ['status?since=2026-02-28', 'since'],
  ];
  for (const [query, parameter] of wrong) {
    const answer = await get(query, WITH_KEY);
    const body = (await answer.json()) as { errors: { parameter: string }[] };
    assert.equal(answer.status, 400, query);
    assert.equal(body.errors[0]?.parameter, parameter);
  }
});

function get(endpoint: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/${endpoint}`, { headers });
}
