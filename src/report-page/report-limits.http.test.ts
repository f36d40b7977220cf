import { describe, expect, it } from 'vitest';
import { networkOf } from '../service/http/server/client-network.ts';
import { Problem } from '../service/http/server/problem.ts';
import { ReportLimits } from './report-limits.ts';

const HOUR = 3600;
const SHORT = '4711';

/** Limits with a clock that a test sets. */
function limited({ code = null }: { readonly code?: string | null } = {}) {
  const clock = { now: 0 };
  const warnings: number[] = [];
  const options = { code, onGuessing: () => void warnings.push(clock.now) };
  const limits = new ReportLimits(options, () => clock.now);
  const accepted = (admit: () => void) => {
    try {
      admit();
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
  return {
    clock,
    warnings,
    report: (address: string, isShared = false) =>
      accepted(() => limits.admitPerson(networkOf(address), isShared)),
    code: (address: string, isRight: boolean, isShared = false) =>
      accepted(() => limits.admitCode(networkOf(address), isRight, isShared)),
  };
}

const times = (count: number, admit: (n: number) => boolean) =>
  Array.from({ length: count }, (_, n) => admit(n)).filter(Boolean).length;
const inHome = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
const inSite = (n: number) => `2001:db8:1:${((n % 256) * 256).toString(16)}::1`;
const addresses = (n: number) => `198.51.${n >> 8}.${n & 255}`;

describe('reports', () => {
  it.each([
    ['an address', () => '192.0.2.7', false, false, 6],
    ['a home with 256 networks', inHome, false, false, 12],
    ['a site with 256 homes', inSite, false, false, 24],
    ['an address where a code is needed', () => '192.0.2.7', true, false, 120],
    ['a site where a code is needed', inSite, true, false, 120],
    ['an address that many people share', () => '192.0.2.7', false, true, 120],
  ])('from %s are limited', (_what, network, isCodeNeeded, isShared, most) => {
    const { report } = limited({ code: isCodeNeeded ? SHORT : null });
    expect(times(200, (n) => report(network(n), isShared))).toBe(most);
    expect(report('203.0.113.1')).toBe(true);
  });

  it('of networks that have reported leave a quarter of the total to those that have not', () => {
    const { report, clock } = limited();
    let honest = 0;
    for (; clock.now < HOUR; clock.now += 1) {
      // A hundred networks try four times a second, and an honest one every ten seconds.
      for (let n = 0; n < 4; n += 1) report(addresses((clock.now * 4 + n) % 100));
      if (clock.now % 10 === 0 && report(addresses(1000 + clock.now))) honest += 1;
    }
    expect(honest).toBe(360);
  });

  it('of networks that many people share are taken while others use up what they may repeat', () => {
    const { report } = limited();
    expect(times(600, (n) => report(addresses(n % 100)))).toBe(550);
    expect(times(6, () => report('203.0.113.1', true))).toBe(6);
  });
});

describe('wrong codes', () => {
  it.each([
    ['an address', () => '192.0.2.7', false, 10],
    ['a site', inSite, false, 20],
    ['an address that many people share', () => '192.0.2.7', true, 60],
  ])('from %s are limited, and then the right one is refused, too', (_what, network, isShared, most) => {
    const { code } = limited({ code: SHORT });
    expect(times(100, (n) => code(network(n), false, isShared))).toBe(most);
    expect(code(network(0), true, isShared)).toBe(false);
  });

  it.each([
    ['an address', () => '192.0.2.7', false],
    ['a site', inSite, false],
    ['an address that many people share', () => '192.0.2.7', true],
  ])('from %s delay no right one that is hard to guess', (_what, network, isShared) => {
    const { code, clock } = limited({ code: 'K7WM4T' });
    let [wrong, right] = [0, 0];
    for (; clock.now < HOUR; clock.now += 0.25) {
      if (code(network(clock.now * 4), false, isShared)) wrong += 1;
      if (code(network(0), true, isShared)) right += 1;
    }
    expect([wrong < 250, right]).toEqual([true, 4 * HOUR]);
  });

  it('that come faster than ten a second delay the right one of their network, and no others', () => {
    const { code } = limited({ code: 'K7WM4T' });
    times(6001, () => code('192.0.2.7', false));
    expect([code('192.0.2.7', true), code('203.0.113.1', true)]).toEqual([false, true]);
  });

  it('use up no reports, and right ones count for nothing', () => {
    const { code, report } = limited({ code: SHORT });
    expect(times(100, () => code('192.0.2.7', true))).toBe(100);
    times(9, () => code('192.0.2.7', false));
    expect(code('192.0.2.7', true)).toBe(true);
    expect(times(120, () => report('192.0.2.7'))).toBe(120);
  });

  it.each([
    ['one site', inSite, 79],
    ['100 networks', (n: number) => addresses(n % 100), 651],
  ])('from %s are few in an hour', (_who, network, most) => {
    const { code, clock } = limited({ code: SHORT });
    let guesses = 0;
    for (; clock.now < HOUR; clock.now += 0.25) {
      if (code(network(clock.now * 4), false)) guesses += 1;
    }
    expect(guesses).toBe(most);
  });

  it('from many networks delay nobody who has sent none, and cause a warning every ten minutes', () => {
    const { code, clock, warnings } = limited({ code: SHORT });
    for (; clock.now < 1200; clock.now += 1) {
      for (let n = 0; n < 4; n += 1) code(addresses((clock.now * 4 + n) % 100), false);
      expect(code(addresses(1000 + clock.now), true)).toBe(true);
    }
    expect(warnings).toHaveLength(2);
  });
});
