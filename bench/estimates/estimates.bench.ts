/**
 * Compares the estimate with fixed rules on the same queries: simulated days, and simulated reports of a real series of counts. Each
 * day is replayed with the model that the service would have trained before it.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../src/cli/simulation/random.ts';
import { BUCKET_VALUE } from '../../src/service/domain/bucket.ts';
import { estimate, LOOKBACK } from '../../src/service/domain/estimate.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { HOUR, MINUTE, type Micros, microsOf } from '../../src/service/domain/micros.ts';
import {
  EMPTY_MODEL_STATE,
  firstTrainingDay,
  fitModel,
  learn,
} from '../../src/service/domain/model-state.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import type { FittedModel } from '../../src/service/domain/seasonal-prior.ts';
import { type BenchOptions, type BenchResult, sumOf, tableOf, UsageError } from '../result.ts';
import {
  type Count,
  daysOf,
  KINDS,
  type RecordedDay,
  reportsOf,
  simulate,
  TYPICAL_REPORTERS,
  type VenueRecord,
  week,
} from './simulated.ts';

const RATES = [2, 6, 20];
const SEED = 'figures';
/** Days before the evaluation: of simulated venues, and of a real series, whose second half is evaluated after them. */
const TRAINING = { simulated: 56, real: 84 };
const EVALUATED = 28;
const AIMS = { ratio: 1, simulated: 0.85, real: 0.88 };

/** `counts`: a file with the columns `timestamp` and `people`. */
export async function bench({ isSmoke, counts, timeZone }: BenchOptions): Promise<BenchResult> {
  const series = counts === null ? [] : await readCounts(counts);
  const [training, evaluated] = isSmoke ? [3, 1] : [TRAINING.simulated, EVALUATED];
  const rates = isSmoke ? RATES.slice(0, 1) : RATES;
  const rows = [
    ...KINDS.flatMap((kind) =>
      rates.map((rate) => measure(simulate(kind, rate, `${SEED}-1`, training + evaluated), training)),
    ),
    ...(series.length === 0 ? [] : rates.map((rate) => measureReal(series, timeZone, rate))),
  ];
  const byKind = Map.groupBy(rows, ({ name }): 'real' | 'simulated' =>
    name === REAL ? 'real' : 'simulated',
  );
  const means = [...byKind].map(([kind, some]) => ({
    kind,
    mean: sumOf(some, ({ ours, best }) => ours / best) / some.length,
  }));
  const table = tableOf(
    ['queue', 'reports an hour', 'best fixed', 'ours', 'ratio', 'coverage', 'width', 'queries'],
    rows.map(({ name, rate, best, ours, coverage, width, queries }) => [
      name,
      rate,
      best.toFixed(2),
      ours.toFixed(2),
      (ours / best).toFixed(3),
      `${Math.round(100 * coverage)} %`,
      width.toFixed(1),
      queries,
    ]),
  );
  return {
    table: `${table}\n\nMean ratios: ${means.map(({ kind, mean }) => `${kind} ${mean.toFixed(3)}`).join(', ')}.`,
    figures: { rows, means },
    missed: [
      ...rows
        .filter(({ ours, best }) => ours / best > AIMS.ratio)
        .map(({ name, rate }) => `${name}, ${rate} an hour: no larger error than the best fixed rule's`),
      ...means
        .filter(({ kind, mean }) => mean > AIMS[kind])
        .map(({ kind }) => `${kind}: a mean ratio of ${AIMS[kind]}`),
    ],
  };
}

type Rule = (reports: readonly Observation[], now: Micros) => number;
const people = ({ bucket }: Observation) => BUCKET_VALUE[bucket];
const weighted = (reports: readonly Observation[], weight: (at: Micros) => number) => {
  const total = sumOf(reports, (report) => weight(report.at) * people(report));
  return total / sumOf(reports, ({ at }) => weight(at));
};

/** The rules that people try first: the last report, a mean of an hour, half-lives, and a moving average. */
const RULES: readonly Rule[] = [
  (reports) => people(reports.at(-1) as Observation),
  (reports, now) => weighted(reports, (at) => (at >= now - HOUR ? 1 : 0)),
  ...[5, 10, 20, 40, 80].map(
    (minutes): Rule =>
      (reports, now) =>
        weighted(reports, (at) => 2 ** ((at - now) / (minutes * MINUTE))),
  ),
  (reports) => reports.map(people).reduce((mean, value) => mean + 0.3 * (value - mean)),
];

/** Mean absolute errors in people, the share of queries whose range has the truth, and the range's mean width. */
interface Row {
  readonly name: string;
  readonly rate: number;
  readonly queries: number;
  readonly ours: number;
  /** Of the rule that is best in hindsight. */
  readonly best: number;
  readonly coverage: number;
  readonly width: number;
}

/**
 * Replays a record. From the day with the number `from` on, every count whose newest report is at most an hour old is a query. All
 * rules see the reports of the current opening, up to six hours back.
 */
function measure(record: VenueRecord, from: number): Row {
  const { name, rate, time } = record;
  const days = daysOf(record);
  const modelBefore = training(days, time);
  let [queries, ours, covered, width] = [0, 0, 0, 0];
  const rules = RULES.map(() => 0);
  for (const [number, { openings, observations, counts }] of days.entries()) {
    if (number < from) continue;
    const model = modelBefore(number);
    for (const { at, people: truth } of counts) {
      const opening = openings.find(({ start, end }) => start <= at && at < end);
      if (opening === undefined) continue;
      const earliest = Math.max(opening.start, at - LOOKBACK);
      const reports = observations.filter((report) => earliest <= report.at && report.at <= at);
      if ((reports.at(-1)?.at ?? 0) < at - HOUR) continue;
      const shown = estimate({ observations: reports, now: at, opened: opening.start, model });
      if (shown === null) throw new Error('a query with a fresh report has an estimate');
      queries += 1;
      ours += Math.abs(shown.value - truth);
      covered += shown.low <= truth && truth <= shown.high ? 1 : 0;
      width += shown.high - shown.low;
      for (const [index, rule] of RULES.entries())
        rules[index] = (rules[index] ?? 0) + Math.abs(rule(reports, at) - truth);
    }
  }
  return {
    name,
    rate,
    queries,
    ours: ours / queries,
    best: Math.min(...rules) / queries,
    coverage: covered / queries,
    width: width / queries,
  };
}

/** The model before the day with a number; the numbers ascend. Trains as the service does, on each day once from `firstTrainingDay` on. */
function training(days: readonly RecordedDay[], time: LocalTime): (number: number) => FittedModel {
  let [from, next, state] = ['', 0, EMPTY_MODEL_STATE];
  return (number) => {
    const first = firstTrainingDay((days[number] as RecordedDay).date);
    if (String(first) !== from) {
      from = String(first);
      next = days.findIndex(({ date }) => Temporal.PlainDate.compare(date, first) >= 0);
      state = EMPTY_MODEL_STATE;
    }
    for (; next < number; next += 1) state = learn(state, days[next] as RecordedDay, time);
    return fitModel(state, time);
  };
}

const REAL = 'real counts';
/** The share of the people counted who are taken as the queue (record 20). */
const QUEUE_PER_COUNT = 1 / 4;
/** There are no simulated reports between counts further apart than this. */
const LONGEST_GAP: Micros = 45 * MINUTE;

/** Ascending, in whole people. */
async function readCounts(path: string): Promise<readonly Count[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const [header, ...lines] = text.trim().split(/\r?\n/);
  if (header !== 'timestamp,people')
    throw new UsageError(`${path}: line 1 must be the header timestamp,people`);
  return lines
    .map((line) => {
      const [timestamp = '', count = ''] = line.split(',');
      return {
        at: microsOf(Temporal.Instant.from(timestamp)),
        people: Math.round(Number(count) * QUEUE_PER_COUNT),
      };
    })
    .toSorted((a, b) => a.at - b.at);
}

/** Simulated reports of real counts, 07:00 to 23:00. The second half of the days after the training is evaluated. */
function measureReal(series: readonly Count[], timeZone: string, rate: number): Row {
  const time = new LocalTime(timeZone);
  const counts = series.filter(({ at }) => time.hour(at) >= 7 && time.hour(at) < 23);
  const random = new Random(`reports|${SEED}|${rate}`);
  const reports = counts.flatMap(({ at, people }, index) => {
    const next = counts[index + 1];
    if (next === undefined || next.at - at > LONGEST_GAP) return [];
    const truth = (t: Micros) => people + ((next.people - people) * (t - at)) / (next.at - at);
    return reportsOf({ start: at, end: next.at }, truth, rate, TYPICAL_REPORTERS, random);
  });
  const record = { name: REAL, rate, time, timetable: week('07:00-23:00'), counts, reports };
  const days = daysOf(record).length;
  return measure(record, TRAINING.real + Math.floor((days - TRAINING.real) / 2));
}
