import { expect, it } from 'vitest';
import { drawDay } from './draw-day.fixture.ts';
import { type ExampleDay, exampleDay, shownOn } from './example-day.ts';
import { KINDS, MEAL_RUSHES, type VenueKind } from './simulated.ts';

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;

it('the picture of a day in the guide shows what the estimate is today', async () => {
  const picture = drawDay(exampleDay(MEAL_RUSHES, 6, 'picture', 31));
  await expect(picture).toMatchFileSnapshot(fileOf('docs/estimate-day.svg'));
});

it('the estimate of simulated days after a week of training changes only on purpose', async () => {
  const vectors = `${JSON.stringify(KINDS.map(goldenVector), null, 1)}\n`;
  await expect(vectors).toMatchFileSnapshot(fileOf('src/service/domain/estimate.golden.json'));
});

/** A week of training, and the estimates of the day after it; times in seconds since 1970-01-01T00:00Z. */
function goldenVector(kind: VenueKind): object {
  const day = exampleDay(kind, 3, 'golden', 7);
  return {
    name: kind.name,
    zone: day.recorded.time.timeZone,
    past: day.past.map(plain),
    opened: seconds(day.opening.start),
    reports: plain({ openings: [], observations: day.reports }).reports,
    shown: shownOn(day, 45).map(({ at, shown }) => ({
      at: seconds(at),
      status: shown === null ? null : `${shown.value} ${shown.low}-${shown.high} ${shown.count}`,
    })),
  };
}

function plain({ openings, observations }: ExampleDay['past'][number]) {
  return {
    openings: openings.map(({ start, end }) => ({ start: seconds(start), end: seconds(end) })),
    reports: observations.map(({ at, bucket }) => `${seconds(at)} ${bucket}`).join(', '),
  };
}

function seconds(at: number): number {
  return at / 1_000_000;
}
