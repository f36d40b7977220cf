import { describe, expect, it } from 'vitest';
import { isCounted, type Key } from '../service/store/account-store.ts';
import { keyState } from './key-state.ts';

describe('a key at 100', () => {
  it.each([
    ['neither revoked nor expiring', null, null, 'active', null],
    ['expiring a microsecond later', null, 101, 'active', null],
    ['expiring now', null, 100, 'expired', 100],
    ['expired', null, 99, 'expired', 99],
    ['revoked now', 100, null, 'revoked', 100],
    ['revoked, before it would have expired', 90, 95, 'revoked', 90],
    ['revoked, after it had expired', 95, 90, 'revoked', 90],
    ['revoked, and expiring later', 95, 200, 'revoked', 95],
  ])('%s', (_, revokedAt, expiresAt, state, end) => {
    const key = { revokedAt, expiresAt } as Key;
    expect(keyState(key, 100)).toBe(state);
    expect(isCounted(key, end ?? 100)).toBe(true);
    expect(isCounted(key, (end ?? 100) + 1)).toBe(end === null);
  });
});
