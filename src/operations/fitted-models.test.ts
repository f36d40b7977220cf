import { describe, expect, it } from 'vitest';
import { at } from '../domain/domain.fixture.ts';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, MINUTE, type Micros, type Span } from '../domain/micros.ts';
import { type FittedModel, likely } from '../domain/model-state.ts';
import type { BucketCount, Observation } from '../domain/report.ts';
import { ALWAYS_OPEN } from '../domain/timetable.ts';
import type { CheckpointStore, ReportReader } from '../store/store.ts';
import { FittedModels } from './fitted-models.ts';
import type { Moment } from './moment.ts';

const TIME = new LocalTime('America/New_York');
const NOON = at('2026-11-20T12:00-05:00');
const DAY = 24 * HOUR;

/** A list of reports that answers what the experiences ask, and counts how often it is asked. */
class Reports implements Pick<ReportReader, 'observations' | 'bucketCounts'>, CheckpointStore {
  asked = 0;
  readonly list: Observation[] = [];
  readonly memos = new Map<string, string>();

  async checkpoint(name: string): Promise<string | null> {
    return this.memos.get(name) ?? null;
  }

  async saveCheckpoint(name: string, value: string): Promise<void> {
    this.memos.set(name, value);
  }

  async observations(span: Span): Promise<readonly Observation[]> {
    this.asked += 1;
    return this.list.filter(({ at }) => at >= span.start && at < span.end).sort((a, b) => a.at - b.at);
  }

  async bucketCounts(span: Span): Promise<readonly BucketCount[]> {
    return (await this.observations(span)).map(({ at, bucket }) => ({
      start: at - (at % (15 * MINUTE)),
      bucket,
      count: 1,
    }));
  }

  /** Reports of a line of some length around noon of so many days before. */
  addDay(daysAgo: number, bucket: Observation['bucket']): void {
    for (const minutes of [-20, -5, 3, 18])
      this.list.push({ at: NOON - daysAgo * DAY + minutes * MINUTE, bucket });
  }
}

/** As a process that finds no memo. */
function afresh({ list }: Reports): FittedModels {
  const reports = new Reports();
  reports.list.push(...list);
  return models(reports);
}

function spoil({ memos }: Reports, text: string): void {
  for (const name of memos.keys()) memos.set(name, text);
}

function moment(now: Micros, data: number): Moment {
  return { now, today: TIME.date(now), minute: data, data };
}

const usualAt = ({ usual }: FittedModel, now: Micros): number =>
  usual(Math.floor(now / MINUTE)).belief.reduce((sum, part, index) => sum + part * index, 0);

function models(reports: Reports): FittedModels {
  return new FittedModels(reports, TIME, ALWAYS_OPEN);
}

describe('FittedModels', () => {
  it('know nothing of a venue without reports, and of one whose first day it is', async () => {
    const reports = new Reports();
    const empty = await models(reports).at(moment(NOON, 1));
    reports.addDay(0, '30+');
    const today = await afresh(reports).at(moment(NOON, 1));
    expect(usualAt(today, NOON)).toBe(usualAt(empty, NOON));
    expect(likely(today)).toEqual(likely(empty));
  });

  it('learn what days before were like', async () => {
    const reports = new Reports();
    const before = usualAt(await models(reports).at(moment(NOON, 1)), NOON);
    for (const daysAgo of [1, 2, 3]) reports.addDay(daysAgo, '20-30');
    expect(usualAt(await models(reports).at(moment(NOON, 1)), NOON)).toBeGreaterThan(before + 5);
  });

  it('are the same whether they were learned day by day or all at once', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 20; daysAgo += 1)
      reports.addDay(daysAgo, daysAgo % 3 === 0 ? '1-5' : '11-20');
    const daily = models(reports);
    for (let daysAgo = 12; daysAgo > 0; daysAgo -= 1)
      await daily.at(moment(NOON - daysAgo * DAY, 100 - daysAgo));
    const [one, other] = [await daily.at(moment(NOON, 100)), await afresh(reports).at(moment(NOON, 1))];
    expect(likely(one)).toEqual(likely(other));
    expect(one.inverseTemperature).toBe(other.inverseTemperature);
    expect(usualAt(one, NOON)).toBe(usualAt(other, NOON));
  });

  it('are kept while the data stay, and while only reports of the day itself arrive', async () => {
    const reports = new Reports();
    reports.addDay(1, '6-10');
    const kept = models(reports);
    const first = await kept.at(moment(NOON, 1));
    const asked = reports.asked;
    expect(await kept.at(moment(NOON + 30 * MINUTE, 1))).toBe(first);
    expect(reports.asked).toBe(asked);
    reports.addDay(0, '30+');
    expect(await kept.at(moment(NOON + 31 * MINUTE, 2))).toBe(first);
  });

  it('notice from one minute to the next that reports have joined a day that is over', async () => {
    const reports = new Reports();
    reports.addDay(2, '6-10');
    const kept = models(reports);
    const before = usualAt(await kept.at(moment(NOON, 1)), NOON);
    reports.addDay(1, '30+');
    const after = await kept.at(moment(NOON + MINUTE, 2));
    expect(usualAt(after, NOON)).toBeGreaterThan(before + 1);
    expect(usualAt(after, NOON)).toBe(usualAt(await afresh(reports).at(moment(NOON, 1)), NOON));
  });

  it('share one lesson among those who ask at once, also around midnight', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 5; daysAgo += 1) reports.addDay(daysAgo, '11-20');
    const kept = models(reports);
    const [one, other, next] = await Promise.all([
      kept.at(moment(NOON, 1)),
      kept.at(moment(NOON, 1)),
      kept.at(moment(NOON + DAY, 2)),
    ]);
    expect(one).toBe(other);
    expect(usualAt(next, NOON)).toBe(usualAt(await afresh(reports).at(moment(NOON + DAY, 1)), NOON));
  });

  it('go on from what a process before has kept, and come to the same', async () => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 20; daysAgo += 1) reports.addDay(daysAgo, '20-30');
    await models(reports).at(moment(NOON - 2 * DAY, 1));
    reports.asked = 0;
    const continued = await models(reports).at(moment(NOON, 1));
    // The counts of the days, twice, and the reports of two.
    expect(reports.asked).toBe(4);
    const [one, other] = [continued, await afresh(reports).at(moment(NOON, 1))];
    expect(one.weights).toEqual(other.weights);
    expect(one.inverseTemperature).toBe(other.inverseTemperature);
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      const at = NOON + hour * HOUR;
      expect(usualAt(one, at)).toBe(usualAt(other, at));
    }
  });

  it.each([
    ['of reports that have changed since', (reports: Reports) => reports.addDay(3, '30+'), ALWAYS_OPEN, TIME],
    [
      'of other opening hours',
      () => undefined,
      { ...ALWAYS_OPEN, exceptions: new Map([['2026-12-25', []]]) },
      TIME,
    ],
    ['and is no lesson', (reports: Reports) => spoil(reports, 'nonsense'), ALWAYS_OPEN, TIME],
    [
      'and is the lesson of another program',
      (reports: Reports) => spoil(reports, '{"basis":"x"}'),
      ALWAYS_OPEN,
      TIME,
    ],
    ['of another zone', () => undefined, ALWAYS_OPEN, new LocalTime('America/Chicago')],
  ])('do not go on from what was kept %s', async (_, change, timetable, time) => {
    const reports = new Reports();
    for (let daysAgo = 1; daysAgo < 6; daysAgo += 1) reports.addDay(daysAgo, '1-5');
    await models(reports).at(moment(NOON, 1));
    change(reports);
    reports.asked = 0;
    await new FittedModels(reports, time, timetable).at(moment(NOON, 1));
    expect(reports.asked).toBeGreaterThan(84);
  });
});
