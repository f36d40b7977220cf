import { HOUR } from '../local-time.ts';
import type { Day } from './day.ts';
import type { Span } from './day-span.ts';

/** A closed or empty stretch between other hours is drawn at most this long. */
const LONGEST_CLOSED = 1.5 * HOUR;
const QUARTER_HOUR = HOUR / 4;
/** The least pixels between two labels of hours. */
const LABEL_WIDTH = 40;

/** How instants become pixels: piecewise linear, since long closed or empty stretches are cut short. */
export interface TimeAxis {
  readonly domain: readonly number[];
  readonly range: readonly number[];
  readonly position: (instant: number) => number;
  /** The full hours of local time to label, at a regular step. */
  readonly ticks: readonly Date[];
}

/** The time axis of a day, from one pixel to another. */
export function timeAxis(
  { span, closed, empty, clock }: Pick<Day, 'span' | 'closed' | 'empty' | 'clock'>,
  [left, right]: Span,
): TimeAxis {
  const cut = [...closed, ...empty].filter(
    ([start, end]) => start > span[0] && end < span[1] && end - start > LONGEST_CLOSED,
  );
  const domain = [span[0], ...cut.flat(), span[1]];
  const drawn = domain
    .slice(1)
    .map((end, index) => (index % 2 === 1 ? LONGEST_CLOSED : end - (domain[index] ?? end)));
  const perMillisecond = (right - left) / drawn.reduce((sum, length) => sum + length, 0);
  const range = [left];
  for (const length of drawn) range.push((range.at(-1) ?? left) + length * perMillisecond);
  const position = (instant: number) => {
    const index = Math.max(
      0,
      domain.findLastIndex((start, piece) => start <= instant && piece < drawn.length),
    );
    const [start, end] = [domain[index] ?? 0, domain[index + 1] ?? 1];
    const [from, to] = [range[index] ?? 0, range[index + 1] ?? 0];
    return from + ((instant - start) / (end - start)) * (to - from);
  };
  const step = [1, 2, 3, 4, 6].find((hours) => hours * HOUR * perMillisecond >= LABEL_WIDTH) ?? 12;
  const isCut = (instant: number) => cut.some(([start, end]) => start < instant && instant < end);
  const ticks: number[] = [];
  for (let at = Math.ceil(span[0] / QUARTER_HOUR) * QUARTER_HOUR; at <= span[1]; at += QUARTER_HOUR) {
    const wall = new Date(clock.wall(at));
    if (wall.getUTCMinutes() !== 0 || wall.getUTCHours() % step !== 0 || isCut(at)) continue;
    const last = ticks.at(-1);
    if (last === undefined || position(at) - position(last) >= LABEL_WIDTH * 0.8) ticks.push(at);
  }
  return { domain, range, position, ticks: ticks.map((at) => new Date(at)) };
}
