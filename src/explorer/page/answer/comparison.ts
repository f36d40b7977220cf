import type { WallTime } from '../local-time.ts';
import type { TypicalHour } from '../week/typical-week.ts';
import { aboutPeople, momentName, type Statement } from '../words.ts';

/** The likely range of an estimate, in people. */
export interface EstimateRange {
  readonly low: number;
  readonly high: number;
}

/** The estimate in people, with its range if that is known. */
export interface Estimated {
  readonly value: number;
  readonly range: EstimateRange | null;
  /** True if the newest report is old. */
  readonly isOld: boolean;
}

/** A difference that matters, even inside the range: in people, and as a share of what is usual. */
const CLEAR = { people: 3, share: 0.3 };
/** The same if the range excludes what is usual. */
const FIRM = { people: 2, share: 0.15 };

/** True if two numbers of people differ enough for a visitor to care. */
export function isClear(value: number, usual: number): boolean {
  return differs(value, usual, CLEAR);
}

function differs(value: number, usual: number, least: typeof CLEAR): boolean {
  const difference = Math.abs(Math.round(value) - Math.round(usual));
  return difference >= least.people && difference >= least.share * usual;
}

/**
 * Compares the estimate with what is usual at this hour of the week. `usual` is null with too few reports; without an
 * estimate, the statement only says what is usual.
 */
export function comparison(now: WallTime, estimated: Estimated | null, usual: TypicalHour | null): Statement {
  const moment = momentName(now);
  if (usual === null) return { headline: 'Too few earlier reports', detail: 'to say what is usual now' };
  if (estimated === null) return { headline: `Usually ${aboutPeople(usual.value)}`, detail: `for ${moment}` };
  const { value, range, isOld } = estimated;
  // Whole people, because those are shown.
  const people = Math.round(usual.value);
  const isOutside = range !== null && (people < range.low || people > range.high);
  const detail = `${moment}: usually ${people === 0 ? 'hardly anybody' : `about ${people}`}`;
  if (!differs(value, usual.value, isOutside ? FIRM : CLEAR)) return { headline: 'About as usual', detail };
  const isBusier = value > usual.value;
  // What has changed since the last report is not in the range.
  if (isOutside && !isOld) return { headline: isBusier ? 'Busier than usual' : 'Quieter than usual', detail };
  return { headline: `Probably ${isBusier ? 'busier' : 'quieter'} than usual`, detail };
}

/** Reads a range such as `12-33`; null for anything else. */
export function parseEstimateRange(display: string | null): EstimateRange | null {
  const [, low, high] = /^(\d+)-(\d+)$/.exec(display ?? '') ?? [];
  return low === undefined ? null : { low: Number(low), high: Number(high) };
}

/** A range in words. `count` is the number that is shown above it. */
export function rangeWords({ low, high }: EstimateRange, count: number): string {
  if (high === 0) return 'probably nobody';
  if (low === high) return `probably ${low}`;
  if (low > 0) return `probably between ${low} and ${high}`;
  return count === 0 ? `probably nobody, at most ${high}` : `probably at most ${high}`;
}
