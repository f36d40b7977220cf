import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BUCKETS } from './bucket.ts';
import golden from './estimate.golden.json' with { type: 'json' };
import { estimate } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { SECOND } from './micros.ts';
import { EMPTY_MODEL_STATE, fitModel, learn, MODEL_VERSION, type ModelState } from './model-state.ts';
import type { Observation } from './report.ts';

function observationsOf(text: string): readonly Observation[] {
  return text.split(', ').map((report) => {
    const [seconds, label] = report.split(' ');
    const bucket = BUCKETS.find((name) => name === label) ?? expect.fail(`no bucket ${label}`);
    return { at: Number(seconds) * SECOND, bucket };
  });
}

describe.each(golden)('after a week of $name', ({ zone, past, opened, reports, shown }) => {
  const time = new LocalTime(zone);
  const state = past.reduce<ModelState>((known, day) => {
    const openings = day.openings.map(({ start, end }) => ({
      start: start * SECOND,
      end: end * SECOND,
    }));
    return day.reports === ''
      ? known
      : learn(known, { openings, observations: observationsOf(day.reports) }, time);
  }, EMPTY_MODEL_STATE);
  const model = fitModel(state, time);

  it.each(shown)('at $at the status shows $status', ({ at, status }) => {
    const found = estimate({
      observations: observationsOf(reports),
      now: at * SECOND,
      opened: opened * SECOND,
      model,
    });
    expect(found && `${found.value} ${found.low}-${found.high} ${found.count}`).toBe(status);
  });
});

it('learns as it did when `MODEL_VERSION` was last raised: raise it when this fails for a good reason', () => {
  const [{ zone, past }] = golden as [(typeof golden)[number]];
  const time = new LocalTime(zone);
  let state = EMPTY_MODEL_STATE;
  for (const { openings, reports } of past.filter((day) => day.reports !== '')) {
    const spans = openings.map(({ start, end }) => ({ start: start * SECOND, end: end * SECOND }));
    state = learn(state, { openings: spans, observations: observationsOf(reports) }, time);
  }
  const { seasonalCounts, logEvidence, calibration } = state;
  const numbers = [...seasonalCounts, logEvidence, ...calibration].flatMap((list) => [...list]);
  const digest = createHash('sha256').update(numbers.map((number) => number.toPrecision(9)).join());
  expect({ MODEL_VERSION, digest: digest.digest('hex').slice(0, 16) }).toEqual({
    MODEL_VERSION: 6,
    digest: 'f81780509e7068a6',
  });
});
