import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../keys/api-key.ts';
import type { Key } from '../../store/account-store.ts';
import { ENDPOINTS, issueKey, rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { authentication } from './key-access.ts';

const start = services();

const KEY: Key = {
  id: 1,
  prefix: 'hc_',
  account: 1,
  email: 'ada@example.edu',
  createdAt: 0,
  revokedAt: null,
  quota: 1,
  name: '',
  expiresAt: null,
  venues: null,
};

/** Invalid header values, made from a valid key. */
const INVALID: readonly (readonly [string, (key: string) => string | null])[] = [
  ['no header', () => null],
  ['an empty header', () => ''],
  ['the keyword alone', () => 'Token'],
  ['the keyword and a space', () => 'Token '],
  ['the key alone', (key) => key],
  ['another scheme', (key) => `Bearer ${key}`],
  ['the basic scheme', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['two spaces', (key) => `Token  ${key}`],
  ['a tab', (key) => `Token\t${key}`],
  ['no space', (key) => `Token${key}`],
  ['an equals sign', (key) => `Token token=${key}`],
  ['something after the key', (key) => `Token ${key} x`],
  ['two keys', (key) => `Token ${key},${key}`],
  ['quotes around the key', (key) => `Token "${key}"`],
  ['a key that was never issued', () => `Token ${newApiKey()}`],
  ['a wrong checksum', (key) => `Token ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
  ['a key cut short', (key) => `Token ${key.slice(0, -1)}`],
  ['a key in lower case', (key) => `Token ${key.toLowerCase()}`],
  ['no key of this service', () => 'Token 9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b'],
  ['a very long key', () => `Token ${'x'.repeat(8000)}`],
];

/** Each case has its own client, since failures in one network are limited. */
const addressOf = (name: string) => `192.0.2.${INVALID.findIndex(([other]) => other === name)}`;

describe('the service', () => {
  const current = shared(start, { settings: { trustProxy: ['loopback'] } });

  it.each(INVALID)('rejects %s on every endpoint and names the scheme', async (name, headerOf) => {
    const service = current();
    const used = await service.store.usedQuota(service.keyId, '2026-10-16');
    const header = headerOf(service.key);
    const authorization = header === null ? {} : { Authorization: header };
    for (const path of [...ENDPOINTS[2], 'status?format=json', 'chart?since=nonsense']) {
      const { status, headers, body } = await rawRequest(`${service.url}/api/v1/${path}`, {
        headers: { ...authorization, 'X-Forwarded-For': addressOf(name) },
      });
      expect([path, status]).toEqual([path, 401]);
      expect(headers['www-authenticate']).toBe('Token');
      expect(headers['content-type']).toBe('application/problem+json');
      expect(JSON.parse(body.toString()).type).toBe('urn:queue-headcount:problem:unauthorized');
      expect(headers['ratelimit']).toBeUndefined();
    }
    expect(await service.store.usedQuota(service.keyId, '2026-10-16')).toBe(used);
  });

  it.each(['Token', 'token', 'TOKEN', 'tOkEn'])('accepts the keyword %s', async (keyword) => {
    const { get, key } = current();
    expect((await get('status', { Authorization: `${keyword} ${key}` })).status).toBe(200);
  });
});

describe('a key', () => {
  it('in the query is ignored', async () => {
    const service = await start();
    for (const name of ['token', 'key', 'api_key', 'Authorization']) {
      const response = await fetch(`${service.url}/api/v1/status?${name}=${service.key}`);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain(service.key);
    }
  });

  it('that another process revokes is rejected from the next request on', async () => {
    const service = await start();
    await service.json('status');
    const { key } = await issueKey(service.store);
    // One that it issues is accepted at once, too.
    expect((await service.get('status', { Authorization: `Token ${key}` })).status).toBe(200);
    await service.store.revokeKey(service.keyId, service.clock.now);
    const response = await service.get('status');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Token']);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('revoked') });
  });
});

describe('the end of a key', () => {
  it('takes effect at that very instant, by the clock, also if the key is cached', async () => {
    const service = await start();
    const { store, clock } = service;
    const end = clock.now + 60_000_000;
    await store.setExpiry(service.keyId, end, clock.now, { actor: 'operator', account: null });
    for (const now of [clock.now, end - 1]) {
      clock.now = now;
      expect((await service.get('status')).status).toBe(200);
    }
    for (const now of [end, end + 1]) {
      clock.now = now;
      const response = await service.get('status');
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ detail: 'The key has expired.' }),
      ]);
    }
  });
});

describe('the cache of keys', () => {
  it('reads a key once for each version of the store, until it ends, and keeps it then', async () => {
    let reads = 0;
    let now = 0;
    const findKey = async () => {
      reads += 1;
      return { ...KEY, expiresAt: 5 };
    };
    const authenticate = authentication({ findKey }, () => now);
    const text = newApiKey();
    const outcomeAt = async (time: number, version: number) => {
      now = time;
      try {
        return (await authenticate(text, version)).id;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect([await outcomeAt(3, 1), await outcomeAt(4, 1), await outcomeAt(5, 1)]).toEqual([
      1,
      1,
      'unauthorized',
    ]);
    expect([await outcomeAt(6, 1), await outcomeAt(4, 1), reads]).toEqual(['unauthorized', 1, 1]);
    expect([await outcomeAt(4, 2), reads]).toEqual([1, 2]);
  });

  it('does not keep a key that was read before the store changed', async () => {
    const text = newApiKey();
    const reads: PromiseWithResolvers<Key>[] = [];
    const findKey = () => {
      const read = Promise.withResolvers<Key>();
      reads.push(read);
      return read.promise;
    };
    const authenticate = authentication({ findKey }, () => 0);
    const early = authenticate(text, 1);
    const late = authenticate(text, 2);
    reads[1]?.resolve({ ...KEY, revokedAt: 5 });
    await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
    reads[0]?.resolve(KEY);
    expect((await early).id).toBe(1);
    const again = authenticate(text, 2);
    reads[2]?.resolve({ ...KEY, revokedAt: 5 });
    await expect(again).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
