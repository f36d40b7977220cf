import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { at } from '../domain/domain.fixture.ts';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, MINUTE, type Micros, type Span } from '../domain/micros.ts';
import { type FittedModel, weightedHypotheses } from '../domain/model-state.ts';
import type { BucketCount, Observation } from '../domain/report.ts';
import { ALWAYS_OPEN } from '../domain/timetable.ts';
import type { CheckpointStore, ReportReader } from '../store/store.ts';
import { FittedModels } from './fitted-models.ts';
import type { Snapshot } from './snapshot.ts';

const TIME = new LocalTime('America/New_York');
const NOON = at('2026-11-20T12:00-05:00');
const DAY = 24 * HOUR;

/** An in-memory store that counts how often reports are read. */
class Reports implements Pick<ReportReader, 'observations' | 'bucketCounts'>, CheckpointStore {
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
  return models(reports);
}

function overwrite({ checkpoints }: Reports, change: (text: string) => string): void {
  for (const [name, text] of checkpoints) checkpoints.set(name, change(text));
}

function ofAnotherVersion(text: string): string {
  const checkpoint = deserialize(Buffer.from(text, 'base64'));
  return serialize({ ...checkpoint, basis: `${checkpoint.basis}, another` }).toString('base64');
}

function snapshot(now: Micros, data: number): Snapshot {
  return { now, today: TIME.date(now), id: data, dataVersion: data, storeVersion: data };
}

const priorAt = (model: FittedModel, now: Micros): number =>
  model.priorAt(Math.floor(now / MINUTE)).distribution.reduce((sum, part, index) => sum + part * index, 0);

function models(reports: Reports): FittedModels {
  return new FittedModels(reports, TIME, ALWAYS_OPEN);
}

describe('FittedModels', () => {
  it('start from the prior for a venue without history, even on its first day', async () => {
    const reports = new Reports();
    const empty = await models(reports).at(snapshot(NOON, 1));
    reports.addDay(0, '30+');
    const today = await withoutCheckpoint(reports).at(snapshot(NOON, 1));
    expect(priorAt(today, NOON)).toBe(priorAt(empty, NOON));
    expect(weightedHypotheses(today)).toEqual(weightedHypotheses(empty));
  });

  it('learn from earlier days', async () => {
    const reports = new Reports();
    const before = priorAt(await models(reports).at(snapshot(NOON, 1)), NOON);
    for (const daysAgo of [1, 2, 3]) reports.addDay(daysAgo, '20-30');
    expect(priorAt(await models(reports).at(snapshot(NOON, 1)), NOON)).toBeGreaterThan(before + 5);
  });

  it('are the same whether trained day by day or all at once', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 20; daysAgo += 1)
      reports.addDay(daysAgo, daysAgo % 3 === 0 ? '1-5' : '11-20');
    const daily = models(reports);
    for (let daysAgo = 12; daysAgo > 0; daysAgo -= 1)
      await daily.at(snapshot(NOON - daysAgo * DAY, 100 - daysAgo));
    const [one, other] = [
      await daily.at(snapshot(NOON, 100)),
      await withoutCheckpoint(reports).at(snapshot(NOON, 1)),
    ];
    expect(weightedHypotheses(one)).toEqual(weightedHypotheses(other));
    expect(one.inverseTemperature).toBe(other.inverseTemperature);
    expect(priorAt(one, NOON)).toBe(priorAt(other, NOON));
  });

  it('are reused while the data are unchanged, and when only reports of the current day arrive', async () => {
    const reports = new Reports();
    reports.addDay(1, '6-10');
    const kept = models(reports);
    const first = await kept.at(snapshot(NOON, 1));
    const reads = reports.reads;
    expect(await kept.at(snapshot(NOON + 30 * MINUTE, 1))).toBe(first);
    expect(reports.reads).toBe(reads);
    reports.addDay(0, '30+');
    expect(await kept.at(snapshot(NOON + 31 * MINUTE, 2))).toBe(first);
  });

  it('are trained again within a minute when past days receive reports', async () => {
    const reports = new Reports();
    reports.addDay(2, '6-10');
    const kept = models(reports);
    const before = priorAt(await kept.at(snapshot(NOON, 1)), NOON);
    reports.addDay(1, '30+');
    const after = await kept.at(snapshot(NOON + MINUTE, 2));
    expect(priorAt(after, NOON)).toBeGreaterThan(before + 1);
    expect(priorAt(after, NOON)).toBe(priorAt(await withoutCheckpoint(reports).at(snapshot(NOON, 1)), NOON));
  });

  it('are trained once for concurrent requests, even around midnight', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 5; daysAgo += 1) reports.addDay(daysAgo, '11-20');
    const kept = models(reports);
    const [one, other, next] = await Promise.all([
      kept.at(snapshot(NOON, 1)),
      kept.at(snapshot(NOON, 1)),
      kept.at(snapshot(NOON + DAY, 2)),
    ]);
    expect(one).toBe(other);
    expect(priorAt(next, NOON)).toBe(
      priorAt(await withoutCheckpoint(reports).at(snapshot(NOON + DAY, 1)), NOON),
    );
  });

  it('resume from the checkpoint of an earlier process, with the same result', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 20; daysAgo += 1) reports.addDay(daysAgo, '20-30');
    await models(reports).at(snapshot(NOON - 2 * DAY, 1));
    reports.reads = 0;
    const continued = await models(reports).at(snapshot(NOON, 1));
    // The counts of the days, twice, and the reports of two.
    expect(reports.reads).toBe(4);
    const [one, other] = [continued, await withoutCheckpoint(reports).at(snapshot(NOON, 1))];
    expect(one.weights).toEqual(other.weights);
    expect(one.inverseTemperature).toBe(other.inverseTemperature);
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      const at = NOON + hour * HOUR;
      expect(priorAt(one, at)).toBe(priorAt(other, at));
    }
  });

  it.each([
    ['of other reports', (reports: Reports) => reports.addDay(3, '30+'), ALWAYS_OPEN, TIME],
    [
      'of other opening hours',
      () => undefined,
      { ...ALWAYS_OPEN, exceptions: new Map([['2026-12-25', []]]) },
      TIME,
    ],
    [
      'that is unreadable',
      (reports: Reports) => overwrite(reports, () => 'no checkpoint'),
      ALWAYS_OPEN,
      TIME,
    ],
    ['of another version', (reports: Reports) => overwrite(reports, ofAnotherVersion), ALWAYS_OPEN, TIME],
    ['of another zone', () => undefined, ALWAYS_OPEN, new LocalTime('America/Chicago')],
  ])('do not resume from a checkpoint %s', async (_, change, timetable, time) => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 6; daysAgo += 1) reports.addDay(daysAgo, '1-5');
    await models(reports).at(snapshot(NOON, 1));
    change(reports);
    reports.reads = 0;
    await new FittedModels(reports, time, timetable).at(snapshot(NOON, 1));
    expect(reports.reads).toBeGreaterThan(84);
  });

  it('report a checkpoint that cannot be loaded or saved, and are still trained', async () => {
    const reports = new Reports();
    reports.addDay(1, '6-10');
    reports.checkpoint = () => Promise.reject(new Error('cannot load'));
    reports.saveCheckpoint = () => Promise.reject(new Error('cannot save'));
    const errors: unknown[] = [];
    const reporting = new FittedModels(reports, TIME, ALWAYS_OPEN, (error) => errors.push(error));
    const model = await reporting.at(snapshot(NOON, 1));
    expect(priorAt(model, NOON)).toBe(priorAt(await withoutCheckpoint(reports).at(snapshot(NOON, 1)), NOON));
    expect(errors.map(String)).toEqual(['Error: cannot load', 'Error: cannot save']);
  });
});
