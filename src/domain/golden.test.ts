import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BUCKETS } from './bucket.ts';
import golden from './estimate.golden.json' with { type: 'json' };
import { estimate } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { SECOND } from './micros.ts';
import { type Experience, expectationsOf, LEARNING, learn, NO_EXPERIENCE } from './model-state.ts';
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
  const experience = past.reduce<Experience>((known, day) => {
    const openings = day.openings.map(({ start, end }) => ({
      start: start * SECOND,
      end: end * SECOND,
    }));
    return day.reports === ''
      ? known
      : learn(known, { openings, observations: observationsOf(day.reports) }, time);
  }, NO_EXPERIENCE);
  const expectations = expectationsOf(experience, time);

  it.each(shown)('at $at the status shows $status', ({ at, status }) => {
    const found = estimate({
      observations: observationsOf(reports),
      now: at * SECOND,
      opened: opened * SECOND,
      expectations,
    });
    expect(found && `${found.value} ${found.low}-${found.high} ${found.count}`).toBe(status);
  });
});

it('learns as it did when `LEARNING` was raised last: raise it where this fails for good reason', () => {
  const [{ zone, past }] = golden as [(typeof golden)[number]];
  const time = new LocalTime(zone);
  let experience = NO_EXPERIENCE;
  for (const { openings, reports } of past.filter((day) => day.reports !== '')) {
    const spans = openings.map(({ start, end }) => ({ start: start * SECOND, end: end * SECOND }));
    experience = learn(experience, { openings: spans, observations: observationsOf(reports) }, time);
  }
  const { tables, evidence, sureEvidence } = experience;
  const numbers = [...tables, evidence, sureEvidence].flatMap((list) => [...list]);
  const digest = createHash('sha256').update(numbers.map((number) => number.toPrecision(9)).join());
  expect({ LEARNING, digest: digest.digest('hex').slice(0, 16) }).toEqual({
    LEARNING: 1,
    digest: '694a717c95477679',
  });
});
