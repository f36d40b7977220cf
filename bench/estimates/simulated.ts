/** Simulated venues and their reporters: the true length of a line, and what people report of it. */
import { type HeadcountStep, type QueueModel, runQueue } from '../../src/cli/simulation/queue.ts';
import { Random } from '../../src/cli/simulation/random.ts';
import { BUCKETS, type Bucket } from '../../src/service/domain/bucket.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { HOUR, MINUTE, type Micros, SECOND, type Span } from '../../src/service/domain/micros.ts';
import { openSpans } from '../../src/service/domain/opening-hours.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import { openingsOn, parseTimetable, type Timetable } from '../../src/service/domain/timetable.ts';

/** A kind of venue: its opening hours, how its queue develops on a day, and its reporters. */
export interface VenueKind {
  readonly name: string;
  readonly timetable: Timetable;
  readonly reporters: Reporters;
  /** The length of the queue during one opening, as a function of time. */
  queue(day: Day): (at: Micros) => number;
}

interface Day extends Span {
  readonly date: Temporal.PlainDate;
  /** Hours on the clock face since 00:00 of the date. */
  readonly clock: (at: Micros) => number;
  readonly random: Random;
}

/** The true length of the queue at a time. */
export interface Count {
  readonly at: Micros;
  readonly people: number;
}

/** A venue's true queue, and what people reported; both ascending. */
export interface VenueRecord {
  readonly name: string;
  /** The mean number of reports per open hour. */
  readonly rate: number;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  readonly counts: readonly Count[];
  readonly reports: readonly Observation[];
}

const ZONE = 'America/New_York';
const FIRST_DAY = Temporal.PlainDate.from('2026-01-12');
const COUNT_STEP: Micros = 10 * MINUTE;

/** Some days of a venue from a Monday on; the same for the same seed. */
export function simulate(kind: VenueKind, rate: number, seed: string, days: number): VenueRecord {
  const { name, timetable } = kind;
  const time = new LocalTime(ZONE);
  const counts: Count[] = [];
  const reports: Observation[] = [];
  for (let day = 0; day < days; day += 1) {
    const date = FIRST_DAY.add({ days: day });
    for (const { opens, closes } of openingsOn(timetable, date)) {
      const [start, end] = [time.wallClock(date, opens), time.wallClock(date, closes)];
      const clock = (at: Micros) => opens / 60 + (at - start) / HOUR;
      const random = new Random(`line|${seed}|${name}|${date}|${opens}`);
      const queue = kind.queue({ date, start, end, clock, random });
      for (let at = start; at < end; at += COUNT_STEP) counts.push({ at, people: queue(at) });
      const reporting = new Random(`reports|${seed}|${name}|${rate}|${date}|${opens}`);
      reports.push(...reportsOf({ start, end }, queue, rate, kind.reporters, reporting));
    }
  }
  return { name, rate, time, timetable, counts, reports };
}

/** A day of a record, with its date. */
export type RecordedDay = ReturnType<typeof daysOf>[number];

/** The days of a record, from the first to the last count. */
export function daysOf({ time, timetable, counts, reports }: VenueRecord) {
  const [first, last] = [counts[0], counts.at(-1)].map((count) => time.date(count?.at ?? 0));
  const length = first?.until(last as Temporal.PlainDate, { largestUnit: 'day' }).days ?? 0;
  const dateOf = ({ at }: { readonly at: Micros }) => String(time.date(at));
  const [countsOn, reportsOn] = [Map.groupBy(counts, dateOf), Map.groupBy(reports, dateOf)];
  return Array.from({ length: length + 1 }, (_, number) => {
    const date = (first as Temporal.PlainDate).add({ days: number });
    return {
      date,
      openings: openSpans(timetable, time, time.day(date)),
      observations: reportsOn.get(String(date)) ?? [],
      counts: countsOn.get(String(date)) ?? [],
    };
  });
}

/** The people who report. Shares are fractions of 1. */
interface Reporters {
  /** The standard deviation of a judgment, as a share of the truth. */
  readonly spread: number;
  /** The mean error of a judgment, as a share of the truth. */
  readonly bias: number;
  /** The share of reports with a random bucket. */
  readonly outlierRate: number;
  /** The mean number of pranks per opening: bursts of four to eight reports of one wrong bucket within three minutes. */
  readonly prankBursts: number;
}

/** Judgments with a spread of 22 % and 3 % low, and 3 % outliers, as in studies of crowd counting. */
export const TYPICAL_REPORTERS: Reporters = { spread: 0.22, bias: -0.03, outlierRate: 0.03, prankBursts: 0 };

/** Reports at random times of a span, `rate` per hour, ascending. `truth` gives the length of the queue. */
export function reportsOf(
  span: Span,
  truth: (at: Micros) => number,
  rate: number,
  reporters: Reporters,
  random: Random,
): Observation[] {
  const reports: Observation[] = [];
  const whole = (at: Micros) => Math.floor(at / SECOND) * SECOND;
  const next = (at: Micros) => at + random.exponential(rate) * HOUR;
  for (let at = next(span.start); at < span.end; at = next(at)) {
    const judgment = truth(at) * (1 + reporters.bias) * (1 + random.normal(0, reporters.spread));
    const bucket = random.chance(reporters.outlierRate)
      ? random.pick(BUCKETS)
      : bucketOf(Math.round(judgment));
    reports.push({ at: whole(at), bucket });
  }
  const bursts = random.poisson(reporters.prankBursts);
  for (let burst = 0; burst < bursts; burst += 1) {
    const start = random.uniform(span.start, span.end - 5 * MINUTE);
    const bucket = random.pick(['0', '30+'] as const);
    const count = 4 + Math.floor(random.uniform(0, 5));
    for (let prank = 0; prank < count; prank += 1)
      reports.push({ at: whole(start + random.uniform(0, 3 * MINUTE)), bucket });
  }
  return reports.sort((a, b) => a.at - b.at);
}

function bucketOf(people: number): Bucket {
  if (people < 0.5) return '0';
  if (people < 5.5) return '1-5';
  if (people < 10.5) return '6-10';
  if (people < 20.5) return '11-20';
  return people <= 30.5 ? '20-30' : '30+';
}

/** The same hours on every weekday; other hours on Saturday and Sunday, or closed. */
export function week(weekdays: string, saturday = weekdays, sunday = saturday): Timetable {
  const hours = (text: string) => (text === '' ? [] : [text]);
  const [work, sat, sun] = [hours(weekdays), hours(saturday), hours(sunday)];
  return parseTimetable({ weekly: { mon: work, tue: work, wed: work, thu: work, fri: work, sat, sun } });
}

/** A Gaussian peak at `hour`, `minutes` wide and `height` high. */
function rush(clock: number, hour: number, minutes: number, height: number): number {
  return height * Math.exp(-0.5 * ((clock - hour) / (minutes / 60)) ** 2);
}

/** The length of an M_t/M/c queue with balking and reneging. */
function servedQueue(day: Day, rate: (clock: number) => number, model: QueueModel): (at: Micros) => number {
  let peak = 1;
  for (let at = day.start; at < day.end; at += MINUTE) peak = Math.max(peak, 1.05 * rate(day.clock(at)));
  const { headcount } = runQueue(day, { peak, at: (at) => rate(day.clock(at)) }, model, day.random);
  return (at) => peopleAt(headcount, at);
}

function peopleAt(steps: readonly HeadcountStep[], at: Micros): number {
  let [low, high] = [0, steps.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((steps[middle] as HeadcountStep).at <= at) low = middle;
    else high = middle;
  }
  return steps[low]?.people ?? 0;
}

const factor = (random: Random, spread: number) => Math.exp(random.normal(0, spread));

/** A canteen: breakfast, lunch and dinner exceed its capacity; weekends are flat. */
export const MEAL_RUSHES: VenueKind = {
  name: 'meal rushes',
  timetable: week('07:00-22:00', '09:00-21:00'),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const { random, date } = day;
    const weekend = date.dayOfWeek > 5 ? 0.6 : 1;
    const meals = [
      [8.3, 25, 120],
      [12.3, 35, 215],
      [18.5, 45, 175],
    ].map(([hour = 0, minutes = 0, height = 0]) => ({
      hour: random.normal(hour, 0.15),
      minutes: minutes / weekend,
      height: height * factor(random, 0.15),
    }));
    const busy = weekend * factor(random, 0.12);
    return servedQueue(
      day,
      (clock) =>
        busy *
        meals.reduce(
          (sum, { hour, minutes, height }) => sum + rush(clock, hour, minutes, height),
          45 + 25 * Math.sin(((clock - 7) / 15) * Math.PI),
        ),
      { servers: 3, serviceMinutes: 1.1, balkingPoint: 36, patienceMinutes: 30 },
    );
  },
};

/** An office: demand is close to capacity, so the queue drifts slowly all day. */
const SLOW_AND_STEADY: VenueKind = {
  name: 'slow and steady',
  timetable: week('08:00-18:00', '09:00-15:00', ''),
  reporters: TYPICAL_REPORTERS,
  queue: (day) => {
    const busy = factor(day.random, 0.12) * (day.date.dayOfWeek === 1 ? 1.12 : 1);
    return servedQueue(day, (clock) => busy * (36 + 8 * Math.sin(((clock - 9) / 9) * Math.PI)), {
      servers: 5,
      serviceMinutes: 9,
      balkingPoint: 20,
      patienceMinutes: 80,
    });
  },
};

/** A kiosk between lecture halls: every break sends a crowd, and sometimes somebody plays a prank. */
const BURSTS_WITH_PRANKS: VenueKind = {
  name: 'bursts with pranks',
  timetable: week('08:00-20:00', '10:00-16:00'),
  reporters: { ...TYPICAL_REPORTERS, outlierRate: 0.08, prankBursts: 0.5 },
  queue: (day) => {
    const { random, date } = day;
    const weekend = date.dayOfWeek > 5;
    const breaks = Array.from({ length: 12 }, (_, n) => ({
      hour: 8 + n - 1 / 6 + random.normal(0, 0.03),
      height: random.chance(weekend ? 0.2 : 0.6) ? 420 * factor(random, 0.5) : 0,
    }));
    const base = (weekend ? 35 : 60) * factor(random, 0.2);
    return servedQueue(
      day,
      (clock) => breaks.reduce((sum, { hour, height }) => sum + rush(clock, hour, 3.5, height), base),
      { servers: 2, serviceMinutes: 1, balkingPoint: 34, patienceMinutes: 20 },
    );
  },
};

/** The kinds of venue. */
export const KINDS: readonly VenueKind[] = [MEAL_RUSHES, SLOW_AND_STEADY, BURSTS_WITH_PRANKS];
