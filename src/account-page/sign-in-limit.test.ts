import { expect, it } from 'vitest';
import { SIGN_IN_POLICIES, SignInLimit } from './sign-in-limit.ts';

const { network, all } = SIGN_IN_POLICIES;

it('admits so many links of a network at once, and then one after the other', () => {
  let now = 1000;
  const limit = new SignInLimit(() => now);
  for (let count = 0; count < network.count; count += 1) expect(limit.admit('192.0.2.1')).toBe(0);
  expect(limit.admit('192.0.2.1')).toBe(network.seconds / network.count);
  expect(limit.admit('192.0.2.2')).toBe(0);
  now += network.seconds / network.count;
  expect(limit.admit('192.0.2.1')).toBe(0);
  expect(limit.admit('192.0.2.1')).toBeGreaterThan(0);
});

it('admits so many links of all networks, and a refused network does not count', () => {
  const limit = new SignInLimit(() => 1000);
  let admitted = 0;
  for (let at = 0; at < 2 * all.count; at += 1) admitted += limit.admit(`192.0.2.${at % 20}`) === 0 ? 1 : 0;
  expect(admitted).toBe(all.count);
  const other = new SignInLimit(() => 1000);
  for (let at = 0; at < 2 * all.count; at += 1) other.admit('192.0.2.1');
  expect(other.admit('192.0.2.2')).toBe(0);
});
