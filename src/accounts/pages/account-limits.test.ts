import { describe, expect, it } from 'vitest';
import { networkOf } from '../../service/http/server/client-network.ts';
import { RateLimits } from '../../service/http/server/rate-limit.ts';
import { ACCOUNT_POLICIES, admitLink } from './account-limits.ts';

const { 'sign-in-network': network, 'sign-in-site': site, 'sign-in': all } = ACCOUNT_POLICIES;
const wait = network.seconds / network.count;

const limitsAt = (now: () => number) => new RateLimits(ACCOUNT_POLICIES, now);
type Limits = ReturnType<typeof limitsAt>;

const admit = (limits: Limits, address: string) => admitLink(limits, networkOf(address))?.wait ?? 0;

/** How many of a number of forms are admitted, each from the address that `addressOf` names. */
function admitted(limit: Limits, count: number, addressOf: (at: number) => string): number {
  return Array.from({ length: count }, (_, at) => admit(limit, addressOf(at))).filter((one) => one === 0)
    .length;
}

describe('the limit of links', () => {
  it('admits a number of forms of a network at once, and then one after the other, whether mailed or not', () => {
    let now = 1000;
    const limit = limitsAt(() => now);
    for (let count = 0; count < network.count; count += 1) {
      expect(admit(limit, '192.0.2.1')).toBe(0);
      limit.giveBack({ 'sign-in': '' });
    }
    expect(admit(limit, '192.0.2.1')).toBe(wait);
    expect(admit(limit, '192.0.2.2')).toBe(0);
    now += wait;
    expect(admit(limit, '192.0.2.1')).toBe(0);
    expect(admit(limit, '192.0.2.1')).toBeGreaterThan(0);
  });

  it('admits a number of links of all networks, and a refused network does not count', () => {
    const limit = limitsAt(() => 1000);
    expect(admitted(limit, 2 * all.count, (at) => `192.0.2.${at % 20}`)).toBe(all.count);
    const other = limitsAt(() => 1000);
    admitted(other, 2 * all.count, () => '192.0.2.1');
    expect(admit(other, '192.0.2.2')).toBe(0);
  });

  it('does not count what is not mailed for all', () => {
    const limit = limitsAt(() => 1000);
    for (let at = 0; at < 2 * all.count; at += 1) {
      expect(admit(limit, `198.51.${at}.1`)).toBe(0);
      limit.giveBack({ 'sign-in': '' });
    }
    expect(admitted(limit, 2 * all.count, (at) => `203.0.${at}.1`)).toBe(all.count);
  });

  it('admits a number of forms of the networks of a site, which has 48 bits, and no fewer of others', () => {
    const limit = limitsAt(() => 1000);
    const inSite = (at: number) => `2001:db8:1:${at.toString(16)}::1`;
    expect(admitted(limit, 2 * site.count, inSite)).toBe(site.count);
    expect(admit(limit, '2001:db8:2:1::1')).toBe(0);
    expect(admit(limit, '192.0.2.1')).toBe(0);
    const other = limitsAt(() => 1000);
    expect(admitted(other, 2 * site.count, (at) => `192.0.2.${at}`)).toBe(2 * site.count);
  });
});
