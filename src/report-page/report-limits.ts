import { homeOf, siteOf } from '../service/http/client-network.ts';
import { Problem } from '../service/http/problem.ts';
import { RateLimit, type RatePolicy, refusalFields, type Seconds } from '../service/http/rate-limit.ts';
import { isHardToGuess } from './sign-code.ts';

/** Reports of people and devices (record 31). */
export const REPORT_POLICIES = {
  /** From one network: 18 reports an hour say how long the line is. */
  network: { name: 'network', count: 6, seconds: 1200 },
  /** From one line to a home, which has up to 256 networks. */
  home: { name: 'home', count: 12, seconds: 1200 },
  /** From one site, which has up to 65,536. */
  site: { name: 'site', count: 24, seconds: 1200 },
  /** From one network that many people share, or one site where people know the code. */
  many: { name: 'shared-network', count: 120, seconds: 1200 },
  /** From all networks together. */
  all: { name: 'reports', count: 600, seconds: 600 },
  /** From all networks that have reported before: they leave a quarter of the total to those that have not. */
  again: { name: 'reports-again', count: 450, seconds: 600 },
  /** A site's first report in this time. */
  first: { name: 'first-report', count: 1, seconds: 1200 },
  /** From one device. */
  device: { name: 'device', count: 30, seconds: 60 },
} as const satisfies Record<string, RatePolicy>;

/** Wrong codes, which count apart from reports. */
export const CODE_POLICIES = {
  network: { name: 'codes', count: 10, seconds: 1200 },
  site: { name: 'site-codes', count: 20, seconds: 1200 },
  /** From one network that many people share. */
  many: { name: 'shared-codes', count: 60, seconds: 1200 },
  /** From all networks together. While it is used up, each site has one. */
  all: { name: 'all-codes', count: 60, seconds: 600 },
  first: { name: 'first-code', count: 1, seconds: 1200 },
  /** Tries from all networks together of a code that is hard to guess. Up to these, the right one is taken whoever sent wrong ones. */
  tries: { name: 'code-tries', count: 6000, seconds: 600 },
} as const satisfies Record<string, RatePolicy>;

/** How often somebody is told that codes are guessed. */
const WARNINGS: RatePolicy = { name: 'warnings', count: 1, seconds: 600 };

export interface ReportLimitOptions {
  /** The code that stands on the sign; null: none is needed. */
  readonly code: string | null;
  /** Called every ten minutes while more wrong codes arrive than all networks together may send. */
  readonly onGuessing: () => void;
}

/** One that is counted: by which limit, and for whom. */
type Count = readonly [limit: RateLimit, name: string];

/** Limits reports and wrong codes. The counts are in memory, for each process. `isShared`: whether many people share a network. */
export class ReportLimits {
  readonly #options: ReportLimitOptions;
  readonly #isHardToGuess: boolean;
  readonly #reports: Readonly<Record<keyof typeof REPORT_POLICIES, RateLimit>>;
  readonly #codes: Readonly<Record<keyof typeof CODE_POLICIES, RateLimit>>;
  readonly #warnings: RateLimit;

  constructor(options: ReportLimitOptions, now?: Seconds) {
    this.#options = options;
    this.#isHardToGuess = options.code !== null && isHardToGuess(options.code);
    this.#reports = limitsBy(REPORT_POLICIES, now);
    this.#codes = limitsBy(CODE_POLICIES, now);
    this.#warnings = new RateLimit(WARNINGS, now);
  }

  /**
   * Counts a code if it is wrong. Throws a `too-many-reports` problem if the network must wait. If the code can be guessed, it must wait
   * with the right one, too: a different response would confirm a guess. Wrong codes of other sites delay nobody who has sent none.
   */
  admitCode(network: string, isRight: boolean, isShared = false): void {
    const limits = this.#codes;
    if (this.#isHardToGuess && limits.tries.admit('') === 0 && isRight) return limits.tries.giveBack('');
    const site = siteOf(network) ?? network;
    const counts: Count[] = isShared
      ? [[limits.many, network]]
      : [
          [limits.network, network],
          [limits.site, site],
        ];
    countAll(counts, WRONG_CODES);
    const isFirst = !isShared && limits.first.admit(site) === 0;
    if (isFirst) counts.push([limits.first, site]);
    const wait = limits.all.admit('');
    if (wait === 0) counts.push([limits.all, '']);
    else if (this.#warnings.admit('') === 0) this.#options.onGuessing();
    const isRefused = wait > 0 && !isFirst && !isShared;
    if (isRight || isRefused) giveBack(counts);
    if (isRefused) throw tooMany(limits.all.policy, wait, WRONG_CODES);
  }

  /** Counts a report of a person. Throws a `too-many-reports` problem, and then counts nothing. */
  admitPerson(network: string, isShared = false): void {
    const limits = this.#reports;
    const site = siteOf(network) ?? network;
    const counts: Count[] = [];
    if (isShared) counts.push([limits.many, network]);
    else if (this.#options.code !== null) counts.push([limits.many, site]);
    else {
      counts.push([limits.network, network], [limits.site, site]);
      counts.push([limits.home, homeOf(network) ?? network]);
    }
    const isFirst = limits.first.admit(site) === 0;
    if (!isFirst && !isShared) counts.push([limits.again, '']);
    counts.push([limits.all, '']);
    try {
      countAll(counts, REPORTS);
    } catch (problem) {
      if (isFirst) limits.first.giveBack(site);
      throw problem;
    }
  }

  /** Counts a report of a device. Throws a `too-many-reports` problem. */
  admitDevice(reporter: number): void {
    countAll([[this.#reports.device, String(reporter)]], REPORTS);
  }
}

function limitsBy<Name extends string>(
  policies: Readonly<Record<Name, RatePolicy>>,
  now: Seconds | undefined,
): Readonly<Record<Name, RateLimit>> {
  const limits = Object.entries<RatePolicy>(policies).map(([name, policy]) => [
    name,
    new RateLimit(policy, now),
  ]);
  return Object.fromEntries(limits);
}

/** Counts one by each limit, or by none if one refuses. Throws its `too-many-reports` problem. */
function countAll(counts: readonly Count[], what: string): void {
  for (const [index, [limit, name]] of counts.entries()) {
    const wait = limit.admit(name);
    if (wait === 0) continue;
    giveBack(counts.slice(0, index));
    throw tooMany(limit.policy, wait, what);
  }
}

function giveBack(counts: readonly Count[]): void {
  for (const [limit, name] of counts) limit.giveBack(name);
}

const REPORTS = 'made as many reports';
const WRONG_CODES = 'sent as many wrong codes';

function tooMany(policy: RatePolicy, wait: number, what: string): Problem {
  const minutes = policy.seconds === 60 ? 'a minute' : `${policy.seconds / 60} minutes`;
  const detail = `${whoHas(policy)} ${what} as are accepted in ${minutes}. Retry in ${wait} s.`;
  return new Problem('too-many-reports', detail, {
    headers: refusalFields(policy, wait),
    violatedPolicies: [policy.name],
  });
}

function whoHas({ name }: RatePolicy): string {
  const { all, again, device } = REPORT_POLICIES;
  if (name === device.name) return 'This device has';
  if (name === CODE_POLICIES.all.name) return 'All networks together have';
  return name === all.name || name === again.name ? 'This service has' : 'Your network has';
}
