import type { ClientNetwork } from '../service/http/server/client-network.ts';
import type { Problem } from '../service/http/server/problem.ts';
import {
  RateLimits,
  type RatePolicies,
  type Refusal,
  refusalProblem,
  type Seconds,
} from '../service/http/server/rate-limit.ts';
import { isHardToGuess } from './sign-code.ts';

/** Reports of people and devices, and wrong codes, which count apart from them. */
export const REPORT_POLICIES = {
  /** From one network: 18 reports an hour say how long the line is. */
  network: { count: 6, seconds: 1200 },
  /** From one line to a home, which has up to 256 networks. */
  home: { count: 12, seconds: 1200 },
  /** From one site, which has up to 65,536. */
  site: { count: 24, seconds: 1200 },
  /** From one network that many people share, or one site where people know the code. */
  'shared-network': { count: 120, seconds: 1200 },
  /** From all networks together. */
  reports: { count: 600, seconds: 600 },
  /** From all networks that have reported before: they leave a quarter of the total to those that have not. */
  'reports-again': { count: 450, seconds: 600 },
  /** A site's first report in this time. */
  'first-report': { count: 1, seconds: 1200 },
  /** From one device. */
  device: { count: 30, seconds: 60 },

  /** Wrong codes from one network. */
  codes: { count: 10, seconds: 1200 },
  /** From one site. */
  'site-codes': { count: 20, seconds: 1200 },
  /** From one network that many people share. */
  'shared-codes': { count: 60, seconds: 1200 },
  /** From all networks together. While it is used up, each site has one. */
  'all-codes': { count: 60, seconds: 600 },
  /** A site's first wrong code in this time. */
  'first-code': { count: 1, seconds: 1200 },
  /** Tries from all networks together of a code that is hard to guess. Up to these, the right one is taken whoever sent wrong ones. */
  'code-tries': { count: 6000, seconds: 600 },
  /** How often somebody is told that codes are guessed. */
  warnings: { count: 1, seconds: 600 },
} as const satisfies RatePolicies;

type PolicyName = keyof typeof REPORT_POLICIES;

export interface ReportLimitOptions {
  /** The code on the sign; null: none is needed. */
  readonly code: string | null;
  /** Called every ten minutes while more wrong codes arrive than all networks together may send. */
  readonly onGuessing: () => void;
}

/** Limits reports and wrong codes. `isShared`: whether many people share a network. */
export class ReportLimits {
  readonly #options: ReportLimitOptions;
  readonly #isHardToGuess: boolean;
  readonly #limits: RateLimits<PolicyName>;

  constructor(options: ReportLimitOptions, now?: Seconds) {
    this.#options = options;
    this.#isHardToGuess = options.code !== null && isHardToGuess(options.code);
    this.#limits = new RateLimits<PolicyName>(REPORT_POLICIES, now);
  }

  /**
   * Counts a code if it is wrong. Throws a `too-many-reports` problem if the network must wait. If the code can be guessed, it must wait
   * with the right one, too: a different response would confirm a guess. Wrong codes of other sites delay nobody who has sent none.
   */
  admitCode({ network, site }: ClientNetwork, isRight: boolean, isShared = false): void {
    const limits = this.#limits;
    const tries = { 'code-tries': '' };
    if (this.#isHardToGuess && limits.admit(tries) === null && isRight) return limits.giveBack(tries);
    const own = isShared ? { 'shared-codes': network } : { codes: network, 'site-codes': site };
    const all = { 'all-codes': '' };
    const first = { 'first-code': site };
    const ownRefusal = limits.admit(own);
    if (ownRefusal !== null) throw tooMany(ownRefusal, WRONG_CODES);
    const isFirst = !isShared && limits.admit(first) === null;
    const refusal = limits.admit(all);
    if (refusal !== null && limits.admit({ warnings: '' }) === null) this.#options.onGuessing();
    const isRefused = refusal !== null && !isFirst && !isShared;
    if (isRight || isRefused) {
      limits.giveBack({ ...own, ...(isFirst ? first : {}), ...(refusal === null ? all : {}) });
    }
    if (isRefused) throw tooMany(refusal, WRONG_CODES);
  }

  /** Counts a report of a person. Throws a `too-many-reports` problem, and then counts nothing. */
  admitPerson(network: ClientNetwork, isShared = false): void {
    const limits = this.#limits;
    const first = { 'first-report': network.site };
    const isFirst = limits.admit(first) === null;
    const again = isFirst || isShared ? {} : { 'reports-again': '' };
    const refusal = limits.admit({ ...this.#ownReports(network, isShared), ...again, reports: '' });
    if (refusal === null) return;
    if (isFirst) limits.giveBack(first);
    throw tooMany(refusal, REPORTS);
  }

  /** Counts a report of a device. Throws a `too-many-reports` problem. */
  admitDevice(reporter: number): void {
    const refusal = this.#limits.admit({ device: String(reporter) });
    if (refusal !== null) throw tooMany(refusal, REPORTS);
  }

  #ownReports({ network, home, site }: ClientNetwork, isShared: boolean) {
    if (isShared) return { 'shared-network': network };
    return this.#options.code === null ? { network, site, home } : { 'shared-network': site };
  }
}

const REPORTS = 'made as many reports';
const WRONG_CODES = 'sent as many wrong codes';

function tooMany(refusal: Refusal<PolicyName>, what: string): Problem {
  const { name, seconds, wait } = refusal;
  const minutes = seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
  const detail = `${whoHas(name)} ${what} as are accepted in ${minutes}. Retry in ${wait} s.`;
  return refusalProblem('too-many-reports', detail, refusal);
}

function whoHas(name: PolicyName): string {
  if (name === 'device') return 'This device has';
  if (name === 'all-codes') return 'All networks together have';
  return name === 'reports' || name === 'reports-again' ? 'This service has' : 'Your network has';
}
