import { Problem } from '../service/http/problem.ts';
import { RateLimit, type RatePolicy, refusalFields, type Seconds } from '../service/http/rate-limit.ts';

/** Reports of people and devices (record 31). */
export const REPORT_POLICIES = {
  /** From one network: a whole campus can have one address, and 18 reports an hour from it say how long the line is. */
  network: { name: 'network', count: 6, seconds: 1200 },
  /** From all networks together: a hundred networks that use up theirs leave room for others. */
  all: { name: 'reports', count: 600, seconds: 600 },
  /** From one device. */
  device: { name: 'device', count: 30, seconds: 60 },
} as const satisfies Record<string, RatePolicy>;

/** Limits reports. The counts are in memory, for each process. */
export class ReportLimits {
  readonly #networks: RateLimit;
  readonly #all: RateLimit;
  readonly #devices: RateLimit;

  constructor(now?: Seconds) {
    this.#networks = new RateLimit(REPORT_POLICIES.network, now);
    this.#all = new RateLimit(REPORT_POLICIES.all, now);
    this.#devices = new RateLimit(REPORT_POLICIES.device, now);
  }

  /** Counts an attempt of a person, such as a guess of the code. Throws a `too-many-reports` problem. */
  admitAttempt(network: string): void {
    const wait = this.#networks.admit(network);
    if (wait > 0) throw tooMany(REPORT_POLICIES.network, wait, 'Your network');
  }

  /** Counts a report of a person, after the attempt. Throws a `too-many-reports` problem, and then the attempt doesn't count, either. */
  admitPerson(network: string): void {
    const wait = this.#all.admit('');
    if (wait === 0) return;
    this.#networks.giveBack(network);
    throw tooMany(REPORT_POLICIES.all, wait, 'This service');
  }

  /** Counts a report of a device. Throws a `too-many-reports` problem. */
  admitDevice(reporter: number): void {
    const wait = this.#devices.admit(String(reporter));
    if (wait > 0) throw tooMany(REPORT_POLICIES.device, wait, 'This device');
  }
}

function tooMany(policy: RatePolicy, wait: number, who: string): Problem {
  const minutes = policy.seconds === 60 ? 'a minute' : `${policy.seconds / 60} minutes`;
  const detail = `${who} has made as many reports as are accepted in ${minutes}. Retry in ${wait} s.`;
  return new Problem('too-many-reports', detail, {
    headers: refusalFields(policy, wait),
    violatedPolicies: [policy.name],
  });
}
