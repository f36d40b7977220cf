import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { at, timetableOf } from '../domain/domain.fixture.ts';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, MINUTE, type Micros, type Span, WEEK } from '../domain/micros.ts';
import type { BucketCount, Observation, WeekCount } from '../domain/report.ts';
import type { FittedModel } from '../domain/seasonal-prior.ts';
import { ALWAYS_OPEN } from '../domain/timetable.ts';
import type { CheckpointStore, ReportReader } from '../store/store.ts';
import { FittedModels } from './fitted-models.ts';
import type { Snapshot } from './snapshot.ts';
import { TimeSlices } from './time-slices.ts';

const TIME = new LocalTime('America/New_York');
const NOON = at('2026-11-20T12:00-05:00');
const DAY = 24 * HOUR;

/** An in-memory store that counts how often reports are read. */
class Reports implements Pick<ReportReader, 'observations' | 'bucketCounts' | 'weekCounts'>, CheckpointStore {
  reads = 0;
  readonly list: Observation[] = [];
  readonly checkpoints = new Map<string, string>();

  async checkpoint(name: string): Promise<string | null> {
    return this.checkpoints.get(name) ?? null;
  }

  async saveCheckpoint(name: string, value: string): Promise<void> {
    this.checkpoints.set(name, value);
  }

  async observations(span: Span): Promise<readonly Observation[]> {
    this.reads += 1;
    return this.list.filter(({ at }) => at >= span.start && at < span.end).sort((a, b) => a.at - b.at);
  }

  async bucketCounts(span: Span): Promise<readonly BucketCount[]> {
    return (await this.observations(span)).map(({ at, bucket }) => ({
      start: at - (at % (15 * MINUTE)),
      bucket,
      count: 1,
    }));
  }

  async weekCounts({ start, end }: Span): Promise<readonly WeekCount[]> {
    const weeks = Map.groupBy(
      this.list.filter(({ at }) => at >= start && at < end),
      ({ at }) => Math.floor(at / WEEK) * WEEK,
    );
    return [...weeks]
      .map(([week, { length }]) => ({ start: week, count: length, removed: 0 }))
      .sort((a, b) => a.start - b.start);
  }

  /** Four reports of a bucket around noon, so many days ago. */
  addDay(daysAgo: number, bucket: Observation['bucket']): void {
    for (const minutes of [-20, -5, 3, 18])
      this.list.push({ at: NOON - daysAgo * DAY + minutes * MINUTE, bucket });
  }
}

/** A process that finds no checkpoint. */
function withoutCheckpoint({ list }: Reports): FittedModels {
  const reports = new Reports();
  reports.list.push(...list);
  return modelsOf(reports);
}

function overwrite({ checkpoints }: Reports, change: (text: string) => string): void {
  for (const [name, text] of checkpoints) checkpoints.set(name, change(text));
}

function ofAnotherVersion(text: string): string {
  const checkpoint = deserialize(Buffer.from(text, 'base64'));
  return serialize({ ...checkpoint, basis: `${checkpoint.basis}, another` }).toString('base64');
}

type Moment = Pick<Snapshot, 'now' | 'today' | 'dataVersion' | 'timetable'>;

function snapshot(now: Micros, data: number): Moment {
  return { now, today: TIME.date(now), dataVersion: String(data), timetable: ALWAYS_OPEN };
}

/** The model once training is up to date. */
async function trained(models: FittedModels, moment: Moment): Promise<FittedModel> {
  await models.update(moment);
  return models.current.fitted;
}

const learnedBy = ({ logEvidence, calibration }: FittedModel) => ({ logEvidence, calibration });

/** The usual median, in people. */
const priorAt = (model: FittedModel, now: Micros): number =>
  model.priorAt('at this time', Math.floor(now / MINUTE)).quantile(0.5);

function modelsOf(
  reports: Reports,
  { time = TIME, timetable = ALWAYS_OPEN, onError = fail as (error: unknown) => void } = {},
): FittedModels {
  return new FittedModels(reports, time, timetable, new TimeSlices(), onError);
}

function fail(error: unknown): never {
  throw error;
}

describe('FittedModels', () => {
  it('are the same whether trained day by day or all at once', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 20; daysAgo += 1)
      reports.addDay(daysAgo, daysAgo % 3 === 0 ? '1-5' : '11-20');
    const daily = modelsOf(reports);
    for (let daysAgo = 12; daysAgo > 0; daysAgo -= 1)
      await trained(daily, snapshot(NOON - daysAgo * DAY, 100 - daysAgo));
    const [one, other] = [
      await trained(daily, snapshot(NOON, 100)),
      await trained(withoutCheckpoint(reports), snapshot(NOON, 1)),
    ];
    expect(learnedBy(one)).toEqual(learnedBy(other));
    expect(priorAt(one, NOON)).toBe(priorAt(other, NOON));
  });

  it('are reused while the data are unchanged, and when only reports of the current day arrive', async () => {
    const reports = new Reports();
    reports.addDay(1, '6-10');
    const kept = modelsOf(reports);
    const first = await trained(kept, snapshot(NOON, 1));
    const reads = reports.reads;
    expect(await trained(kept, snapshot(NOON + 30 * MINUTE, 1))).toBe(first);
    expect(reports.reads).toBe(reads);
    reports.addDay(0, '30+');
    expect(await trained(kept, snapshot(NOON + 31 * MINUTE, 2))).toBe(first);
  });

  it('are trained once for concurrent requests, even around midnight', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 5; daysAgo += 1) reports.addDay(daysAgo, '11-20');
    const kept = modelsOf(reports);
    const [one, other, next] = await Promise.all([
      trained(kept, snapshot(NOON, 1)),
      trained(kept, snapshot(NOON, 1)),
      trained(kept, snapshot(NOON + DAY, 2)),
    ]);
    expect(one).toBe(other);
    expect(priorAt(next, NOON)).toBe(
      priorAt(await trained(withoutCheckpoint(reports), snapshot(NOON + DAY, 1)), NOON),
    );
  });

  it('resume from the checkpoint of an earlier process, with the same result', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 20; daysAgo += 1) reports.addDay(daysAgo, '20-30');
    await trained(modelsOf(reports), snapshot(NOON - 2 * DAY, 1));
    reports.reads = 0;
    const continued = await trained(modelsOf(reports), snapshot(NOON, 1));
    // The counts at both ends of the days, twice, and the reports of two.
    expect(reports.reads).toBe(6);
    const [one, other] = [continued, await trained(withoutCheckpoint(reports), snapshot(NOON, 1))];
    expect(learnedBy(one)).toEqual(learnedBy(other));
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      const at = NOON + hour * HOUR;
      expect(priorAt(one, at)).toBe(priorAt(other, at));
    }
  });

  it.each([
    ['of other reports', (reports: Reports) => reports.addDay(3, '30+'), ALWAYS_OPEN, TIME],
    ['of other opening hours', () => undefined, timetableOf(['00:00-24:00'], {}, { '12-25': [] }), TIME],
    [
      'that is unreadable',
      (reports: Reports) => overwrite(reports, () => 'no checkpoint'),
      ALWAYS_OPEN,
      TIME,
    ],
    ['of another version', (reports: Reports) => overwrite(reports, ofAnotherVersion), ALWAYS_OPEN, TIME],
    ['of another zone', () => undefined, ALWAYS_OPEN, new LocalTime('America/Chicago')],
  ])('do not resume from a checkpoint %s, and replace it', async (_, change, timetable, time) => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 6; daysAgo += 1) reports.addDay(daysAgo, '1-5');
    await trained(modelsOf(reports), snapshot(NOON, 1));
    change(reports);
    reports.reads = 0;
    await trained(modelsOf(reports, { time, timetable, onError: () => undefined }), snapshot(NOON, 1));
    expect(reports.reads).toBeGreaterThan(84);
    expect(reports.checkpoints.size).toBe(1);
  });

  it('are usable while they are trained for the first time: as for a new venue, then better step by step', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 80; daysAgo += 1) reports.addDay(daysAgo, '20-30');
    const models = modelsOf(reports);
    const seen = [priorAt(models.current.fitted, NOON)];
    let version = models.current.version;
    let training = true;
    const trainingEnds = models.update(snapshot(NOON, 1)).then(() => {
      training = false;
    });
    while (training) {
      await nextTurn();
      if (models.current.version === version) continue;
      version = models.current.version;
      seen.push(priorAt(models.current.fitted, NOON));
    }
    await trainingEnds;
    // For a new venue, after 28 and 56 days, and in the end.
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(priorAt(await trained(withoutCheckpoint(reports), snapshot(NOON, 1)), NOON));
  });

  it('stay as they are until they have been trained again', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 80; daysAgo += 1) reports.addDay(daysAgo, '20-30');
    const models = modelsOf(reports);
    const before = await trained(models, snapshot(NOON, 1));
    reports.addDay(70, '0');
    const again = models.update(snapshot(NOON + MINUTE, 2));
    const seen = new Set<FittedModel>();
    let training = true;
    void again.then(() => {
      training = false;
    });
    while (training) {
      seen.add(models.current.fitted);
      await nextTurn();
    }
    expect([...seen]).toEqual([before]);
    expect(models.current.fitted).not.toBe(before);
  });

  it('report a checkpoint that cannot be loaded or saved, and are still trained', async () => {
    const reports = new Reports();
    reports.addDay(1, '6-10');
    reports.checkpoint = () => Promise.reject(new Error('cannot load'));
    reports.saveCheckpoint = () => Promise.reject(new Error('cannot save'));
    const errors: unknown[] = [];
    const reporting = modelsOf(reports, { onError: (error) => errors.push(error) });
    const model = await trained(reporting, snapshot(NOON, 1));
    expect(priorAt(model, NOON)).toBe(
      priorAt(await trained(withoutCheckpoint(reports), snapshot(NOON, 1)), NOON),
    );
    expect(errors.map(String)).toEqual(['Error: cannot load', 'Error: cannot save']);
  });
});
