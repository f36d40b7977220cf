import { BUCKETS } from './bucket.ts';
import type { Belief } from './distribution.ts';
import { followLine, type UsualAt } from './forward-backward.ts';
import { HYPOTHESES, type Hypothesis } from './hypotheses.ts';
import { NONSENSE } from './likelihood.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import type { Observation } from './report.ts';
import { HEED, occasionsOf } from './same-minute-groups.ts';
import { type ReportTables, TABLE_SIZE, UsualWeek } from './seasonal-prior.ts';
import { LENGTHS } from './square-root-scale.ts';

/** What a venue's earlier days teach; made by `learn`, of a size that does not grow. */
export interface Experience {
  /** Reports by weekday, half hour and bucket, those that look like nonsense counting less. */
  readonly tables: ReportTables;
  /** For each of `HYPOTHESES`, the logarithm of how likely it made the reports. */
  readonly evidence: Float64Array;
  /** The same for each of `SURENESS`. */
  readonly sureEvidence: Float64Array;
}

/**
 * Which version of learning an experience comes from: those of another are not gone on with. Raised with every
 * change after which days teach other numbers; a test notices most of them.
 */
export const LEARNING = 1;

/** Of a venue nothing is known of. */
export const NO_EXPERIENCE: Experience = {
  tables: Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE)),
  evidence: Float64Array.from(HYPOTHESES, ({ prior }) => prior),
  sureEvidence: new Float64Array(6),
};

/** Powers that beliefs may be raised to: below 1 a venue is less predictable than the model thinks, above 1 more so. */
const SURENESS = [0.6, 0.8, 1, 1.25, 1.6, 2.1] as const;
/** How strongly a venue has to speak for another power than 1. */
const SURENESS_DOUBT = 50;
/** Days with reports after which what was learned counts half. */
const HALF_LIFE_DAYS = 20;
const FADING = 0.5 ** (1 / HALF_LIFE_DAYS);
/** Hypotheses less likely than this are left out, and of the others all but the likeliest few. */
const LEAST_WEIGHT = 0.01;
const MOST_HYPOTHESES = 7;
/** Days that are learned from at least; at most twice as many. */
const HISTORY_DAYS = 84;

/**
 * The first day to learn from so as to know a date's venue: 84 to 167 days before. It moves on by 84 days at a
 * time, so that from day to day `learn` goes on where it was, and still everyone who learns the same days
 * comes to the same experience.
 */
export function learnedFrom(date: Temporal.PlainDate): Temporal.PlainDate {
  const days = new Temporal.PlainDate(1970, 1, 1).until(date, { largestUnit: 'day' }).days;
  return date.subtract({ days: HISTORY_DAYS + (days % HISTORY_DAYS) });
}

/** One local day that is over. */
export interface PastDay {
  /** When it was open, ascending; reports at other times teach nothing. */
  readonly openings: readonly Span[];
  /** Ascending. */
  readonly observations: readonly Observation[];
}

/**
 * What is known once a day is over: each hypothesis gains by how likely it made each next report, given those
 * before, and the day's reports join the usual week. A pure function of what was known and the day.
 */
export function learn(experience: Experience, day: PastDay, time: LocalTime): Experience {
  const openings = day.openings.flatMap(({ start, end }) => {
    const observations = day.observations.filter(({ at }) => at >= start && at < end);
    return observations.length === 0
      ? []
      : [{ from: Math.floor(start / MINUTE), occasions: occasionsOf(observations) }];
  });
  if (openings.length === 0) return experience;
  const { usual, weights } = expectationsOf(experience, time);
  const tables = experience.tables.map((table) => table.map((count) => count * FADING));
  const evidence = experience.evidence.map((sum) => sum * FADING);
  const sureEvidence = experience.sureEvidence.map((sum) => sum * FADING);
  for (const { from, occasions } of openings) {
    const course = { from, to: occasions.at(-1)?.minute ?? from, occasions, usual };
    for (const [index, hypothesis] of HYPOTHESES.entries()) {
      const weight = weights[index] as number;
      followLine(hypothesis, course, ({ bucket, repeats }, minute, expected, likelihood) => {
        const heed = HEED[repeats] as number;
        evidence[index] = (evidence[index] as number) + heed * Math.log(likelihood);
        if (weight === 0) return;
        const at = minute * MINUTE;
        const table = tables[time.weekday(at)] as Float64Array;
        const place = Math.floor(time.minuteOfDay(at) / 30) * BUCKETS.length + bucket;
        const honest = Math.max(0, 1 - NONSENSE / BUCKETS.length / likelihood);
        table[place] = (table[place] as number) + weight * heed * honest;
        judgeSureness(sureEvidence, weight * heed, expected, hypothesis.guesses[bucket] as Float64Array);
      });
    }
  }
  return { tables, evidence, sureEvidence };
}

/** An experience made ready for use. */
export interface Expectations {
  readonly usual: UsualAt;
  /** How likely each of `HYPOTHESES` is, 0 for those left out; normalised. */
  readonly weights: readonly number[];
  /** Power to raise beliefs to. */
  readonly sureness: number;
}

/** What a venue's experience makes expect. */
export function expectationsOf(experience: Experience, time: LocalTime): Expectations {
  const week = new UsualWeek(experience.tables);
  return {
    usual: (minute) => {
      const at: Micros = minute * MINUTE;
      return week.at(time.weekday(at), time.minuteOfDay(at));
    },
    weights: weightsOf(experience.evidence),
    sureness: surenessOf(experience.sureEvidence),
  };
}

/** The hypotheses that count, with their weights. */
export function likely({ weights }: Expectations): readonly (readonly [Hypothesis, number])[] {
  return HYPOTHESES.flatMap((hypothesis, index) => {
    const weight = weights[index] as number;
    return weight === 0 ? [] : [[hypothesis, weight] as const];
  });
}

function weightsOf(evidence: Float64Array): readonly number[] {
  const most = Math.max(...evidence);
  const raw = Array.from(evidence, (sum) => Math.exp(sum - most));
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  const least = Math.max(LEAST_WEIGHT * total, raw.toSorted((a, b) => b - a)[MOST_HYPOTHESES - 1] ?? 0);
  const kept = raw.map((weight) => (weight >= least ? weight : 0));
  const sum = kept.reduce((all, weight) => all + weight, 0);
  return kept.map((weight) => weight / sum);
}

function surenessOf(evidence: Float64Array): number {
  const logs = SURENESS.map((power) => Math.log(power));
  const scores = logs.map((log, index) => (evidence[index] as number) - SURENESS_DOUBT * log * log);
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.exp(logs.reduce((sum, log, index) => sum + log * (weights[index] as number), 0) / total);
}

/** Adds how likely a report was for each power that the expected belief may be raised to. */
function judgeSureness(evidence: Float64Array, weight: number, expected: Belief, guess: Float64Array): void {
  const logs = expected.map(Math.log);
  for (const [place, power] of SURENESS.entries()) {
    let total = 0;
    let likelihood = 0;
    for (let index = 0; index < LENGTHS; index += 1) {
      const part = power === 1 ? (expected[index] as number) : Math.exp(power * (logs[index] as number));
      total += part;
      likelihood += part * (guess[index] as number);
    }
    evidence[place] = (evidence[place] as number) + weight * Math.log(likelihood / total);
  }
}
