import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Random } from '../../src/cli/simulation/random.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { MINUTE, type Micros, microsOf } from '../../src/service/domain/micros.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import { week } from './kinds.ts';
import { reportsOf, TYPICAL_REPORTERS } from './reporters.ts';
import type { Count, VenueRecord } from './simulated.ts';

/** The share of the people counted who are taken as the queue. */
const QUEUE_PER_COUNT = 1 / 4;
/** There are no simulated reports between counts further apart than this. */
const LONGEST_GAP: Micros = 45 * MINUTE;
const TRAINING_DAYS = 84;

/** The days from one start to the next in the evaluated half, so that every day of the week has its turn. */
const FIRST_DAYS_STEP = 6;
const FIRST_DAYS = 3;

/** Ascending counts of one place. */
export interface RealCounts {
  readonly counts: readonly Count[];
  readonly time: LocalTime;
}

/**
 * Real counts from a CSV file, plain or gzip, with the columns `timestamp` and `people`; the queue is a quarter of each count, in
 * whole people (record 20). Ascending. Throws on an invalid line.
 */
export async function readCounts(path: string, timeZone: string): Promise<RealCounts> {
  const file = createReadStream(path);
  const lines = createInterface({ input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file });
  const counts: Count[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const [timestamp = '', people = ''] = line.split(',');
    if (number === 1) {
      if (timestamp !== 'timestamp' || people !== 'people') {
        throw new Error(`${path}: line 1 must be the header timestamp,people`);
      }
      continue;
    }
    if (line.trim() === '') continue;
    const value = Number(people);
    if (people === '' || !(value >= 0))
      throw new Error(`${path}: line ${number}: people must be a number of 0 or more`);
    counts.push({
      at: microsOf(Temporal.Instant.from(timestamp)),
      people: Math.round(value * QUEUE_PER_COUNT),
    });
  }
  counts.sort((a, b) => a.at - b.at);
  return { counts, time: new LocalTime(timeZone) };
}

/**
 * Simulated reports of real counts, 07:00 to 23:00. The first twelve weeks are for training; of the days after, the first
 * half is for tuning and the second for evaluation.
 */
export function reported(
  { counts, time }: RealCounts,
  rate: number,
  seed: string,
  part: 'tuning' | 'evaluation',
): VenueRecord {
  const name = 'real counts';
  const inside = counts.filter(({ at }) => time.hour(at) >= 7 && time.hour(at) < 23);
  const reports: Observation[] = [];
  const random = new Random(`reports|${seed}|${rate}`);
  for (const [index, { at, people }] of inside.entries()) {
    const next = inside[index + 1];
    if (next === undefined || next.at - at > LONGEST_GAP) continue;
    const truth = (t: Micros) => people + ((next.people - people) * (t - at)) / (next.at - at);
    reports.push(...reportsOf({ start: at, end: next.at }, truth, rate, TYPICAL_REPORTERS, random));
  }
  const first = time.date(inside[0]?.at ?? 0);
  const end = time.date(inside.at(-1)?.at ?? 0).add({ days: 1 });
  const trained = first.add({ days: TRAINING_DAYS });
  const half = trained.add({ days: Math.floor(trained.until(end, { largestUnit: 'day' }).days / 2) });
  const evaluated =
    part === 'tuning'
      ? { evaluatedFrom: trained, evaluatedUntil: half }
      : { evaluatedFrom: half, evaluatedUntil: end };
  return { name, rate, time, timetable: week('07:00-23:00'), counts: inside, reports, ...evaluated };
}

/** Three days at a time of a record's evaluated part, as if the venue were new on the first of them. */
export function firstDaysOf(record: VenueRecord): readonly VenueRecord[] {
  const { time, evaluatedFrom, evaluatedUntil } = record;
  const days = evaluatedFrom.until(evaluatedUntil, { largestUnit: 'day' }).days;
  const starts = Array.from({ length: Math.floor(days / FIRST_DAYS_STEP) }, (_, n) => n * FIRST_DAYS_STEP);
  return starts.flatMap((start) => {
    const first = evaluatedFrom.add({ days: start });
    const until = first.add({ days: FIRST_DAYS });
    const [from, to] = [time.startOfDay(first), time.startOfDay(until)];
    const inside = <Item extends { readonly at: Micros }>(items: readonly Item[]) =>
      items.filter(({ at }) => from <= at && at < to);
    const counts = inside(record.counts);
    return counts.length === 0
      ? []
      : [
          {
            ...record,
            counts,
            reports: inside(record.reports),
            evaluatedFrom: first,
            evaluatedUntil: until,
          },
        ];
  });
}
