import { drawDay } from './draw-day.ts';
import { type ExampleDay, exampleDay, shownOn } from './example-day.ts';
import { KINDS, MEAL_RUSHES } from './simulated.ts';

/** The files generated from simulated days: their content by path from the project's root. */
export function examples(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/estimate-day.svg', drawDay(exampleDay(MEAL_RUSHES, 6, 'picture', 31))],
    ['src/service/domain/estimate.golden.json', `${JSON.stringify(KINDS.map(goldenVector), null, 1)}\n`],
  ]);
}

/** A week of training, and the estimates of the day after it; times in seconds since 1970-01-01T00:00Z. */
function goldenVector(kind: (typeof KINDS)[number]): object {
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
