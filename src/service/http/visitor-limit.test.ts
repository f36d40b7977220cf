import { describe, expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { VISITOR_POLICIES, VisitorLimit } from './visitor-limit.ts';

const { common, chosen, network } = VISITOR_POLICIES;

/** A limit whose clock stands still until the test moves it, in seconds. */
function limitUnderTest() {
  const clock = { now: 1000 };
  const limit = new VisitorLimit(() => clock.now);
  /** How much of a number of works is admitted at this moment. */
  const admitted = (count: number, admit: (n: number) => void) => {
    let total = 0;
    for (let n = 0; n < count; n += 1) if (problemOf(() => admit(n)) === null) total += 1;
    return total;
  };
  return { clock, limit, admitted };
}

function problemOf(admit: () => void): Problem | null {
  try {
    admit();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

describe('the limit of visitors', () => {
  it('gives each network its own, and all of them together one more', () => {
    const { limit, admitted } = limitUnderTest();
    expect(admitted(1000, () => limit.admitChosen('192.0.2.1', 1))).toBe(network.count);
    expect(admitted(2000, (n) => limit.admitChosen(`2001:db8:0:${n.toString(16)}::/64`, 1))).toBe(
      chosen.count - network.count,
    );
  });

  it('counts nothing when it refuses', () => {
    const { limit, admitted } = limitUnderTest();
    admitted(1000, () => limit.admitChosen('192.0.2.1', 1));
    expect(admitted(chosen.count, (n) => limit.admitChosen(`192.0.3.${n}`, 1))).toBe(
      chosen.count - network.count,
    );
    admitted(1000, () => limit.admitChosen('192.0.2.2', 1));
    expect(problemOf(() => limit.admitChosen('192.0.2.2', 1))?.violatedPolicies).toEqual(['visitors']);
  });

  it('keeps what is common apart from what is chosen', () => {
    const { limit, admitted } = limitUnderTest();
    admitted(2000, (n) => limit.admitChosen(`192.0.2.${n}`, 1));
    expect(admitted(1000, () => limit.admitCommon())).toBe(common.count);
    expect(problemOf(() => limit.admitCommon())?.violatedPolicies).toEqual(['page']);
  });
});
