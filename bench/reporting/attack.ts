/** One hour in which strangers report what isn't there, beside the people of a simulated canteen. */
import { Random } from '../../src/cli/simulation/random.ts';
import { REPORT_POLICIES, ReportLimits } from '../../src/report-page/report-limits.ts';
import type { Bucket } from '../../src/service/domain/bucket.ts';
import { type Estimate, estimate } from '../../src/service/domain/estimate.ts';
import { HOUR, MINUTE, type Micros, SECOND } from '../../src/service/domain/micros.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import { reportsByMinute } from '../../src/service/domain/reports-by-minute.ts';
import { networkOf } from '../../src/service/http/server/client-network.ts';
import { Problem } from '../../src/service/http/server/problem.ts';
import type { ExampleDay } from '../estimates/example-day.ts';

/** Who attacks, and with what. */
export interface Attack {
  readonly name: string;
  /** Reports that are tried in the hour, evenly, by the networks in turns. */
  readonly tries: number;
  readonly networks: number;
  /** True if the networks are of one site, as a home line has them. */
  readonly isOneSite?: boolean;
  /** The bucket of the report with a number. */
  readonly bucket: (number: number) => Bucket;
}

/** The result of an attack. */
export interface Outcome {
  readonly accepted: number;
  /** Reports of strangers that the estimate does not take for repetitions. */
  readonly counted: number;
  readonly honest: number;
  /** Reports of honest people that the limits refused. */
  readonly refused: number;
  readonly minutes: readonly { readonly alone: Estimate; readonly attacked: Estimate }[];
}

/** `isCodeNeeded`: the sign has a code that the strangers don't know. */
export function attackHour(
  day: ExampleDay,
  start: Micros,
  { tries, networks, isOneSite, bucket }: Attack,
  isCodeNeeded: boolean,
): Outcome {
  let now = start;
  const code = isCodeNeeded ? '4711' : null;
  const limits = new ReportLimits({ code, onGuessing: () => {} }, () => now / SECOND);
  const random = new Random(`networks|${start}`);
  const honest = day.reports.filter(({ at }) => at >= start && at < start + HOUR);
  const attempts = [
    // Half of the people are in the campus network, and the others have one each.
    ...honest.map((report, number) => ({
      report,
      network: random.chance(0.5) ? 'campus' : `phone ${number}`,
      isHonest: true,
    })),
    ...Array.from({ length: tries }, (_, number) => ({
      report: { at: start + Math.floor((number * HOUR) / tries), bucket: bucket(number) },
      network: isOneSite
        ? `2001:db8:1:${(number % networks).toString(16)}::1`
        : `stranger ${number % networks}`,
      isHonest: false,
    })),
  ].toSorted((a, b) => a.report.at - b.report.at);
  const taken = attempts.filter(({ report, network, isHonest }) => {
    now = report.at;
    return isAdmitted(() => {
      if (isCodeNeeded) limits.admitCode(networkOf(network), isHonest);
      if (isCodeNeeded && !isHonest) return false;
      limits.admitPerson(networkOf(network));
      return true;
    });
  });
  const before = day.reports.filter(({ at }) => at < start);
  const reports = [...before, ...taken.map(({ report }) => report)];
  const count = (observations: readonly Observation[]) =>
    reportsByMinute(observations).reduce((sum, { buckets }) => sum + buckets.length, 0);
  const shownAt = (observations: readonly Observation[], at: Micros) =>
    estimate({ observations, now: at, opened: day.opening.start, model: day.model });
  const minutes = Array.from({ length: HOUR / MINUTE }, (_, minute) => start + (minute + 1) * MINUTE).flatMap(
    (at) => {
      const [alone, attacked] = [shownAt(day.reports, at), shownAt(reports, at)];
      return alone === null || attacked === null ? [] : [{ alone, attacked }];
    },
  );
  const admitted = taken.filter(({ isHonest }) => isHonest).length;
  return {
    accepted: taken.length - admitted,
    counted: count(reports) - count([...before, ...honest]) + (honest.length - admitted),
    honest: honest.length,
    refused: honest.length - admitted,
    minutes,
  };
}

/** Returns what `admit` does, or false if a limit refuses it. */
export function isAdmitted(admit: () => boolean): boolean {
  try {
    return admit();
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const BUCKETS_IN_TURN: readonly Bucket[] = ['30+', '20-30'];

const many = { tries: 10_000, networks: 100 };
/** Not more than a network may. */
const one = { tries: (REPORT_POLICIES.network.count * 3600) / REPORT_POLICIES.network.seconds, networks: 1 };

export const ATTACKS: readonly Attack[] = [
  { name: 'all "30+"', ...many, bucket: () => '30+' },
  { name: 'all "0"', ...many, bucket: () => '0' },
  { name: '"30+" and "20-30" in turns', ...many, bucket: (n) => BUCKETS_IN_TURN[n % 2] as Bucket },
  {
    name: 'six buckets in turns',
    ...many,
    bucket: (n) => (['0', '1-5', '6-10', '11-20', '20-30', '30+'] as const)[n % 6] as Bucket,
  },
  { name: 'one site: all "30+"', tries: 10_000, networks: 4096, isOneSite: true, bucket: () => '30+' },
  { name: '"30+" every 61 s', tries: 59, networks: 100, bucket: () => '30+' },
  { name: '"0" every 61 s', tries: 59, networks: 100, bucket: () => '0' },
  { name: 'one network: "30+" as often as it may', ...one, bucket: () => '30+' },
  {
    name: 'one network: "30+" and "20-30" in turns',
    ...one,
    bucket: (n) => BUCKETS_IN_TURN[n % 2] as Bucket,
  },
  { name: 'one phone: "30+" every 5 minutes', tries: 12, networks: 1, bucket: () => '30+' },
  { name: 'one phone: "30+" once', tries: 1, networks: 1, bucket: () => '30+' },
];
