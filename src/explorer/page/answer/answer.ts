import type { Status } from '../deployment/responses.ts';
import type { Venue } from '../deployment/venue.ts';
import { minutesOfClock, type WallTime } from '../local-time.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { isThisWeek, type Statement, withDateWords } from '../words.ts';
import {
  comparison,
  type Estimated,
  type EstimateRange,
  parseEstimateRange,
  rangeWords,
} from './comparison.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { nextGoodTime, TOO_FEW, timesAfterOpening } from './good-time.ts';
import { messageParts } from './message-parts.ts';
import { closingTime, nextOpening, nextTimeOf, type Opening, openingOf } from './opening.ts';

/** The statements of the page about the line right now. A null is not known, and is not shown. */
export interface Answer {
  /** People in line, in whole people. */
  readonly count: number | null;
  /** The number in words, in three sizes: `About`, `22`, `people in line`. What has no number is all in the middle: `No line`. */
  readonly headline: { readonly about: string; readonly main: string; readonly unit: string };
  /** The range in words. */
  readonly range: string | null;
  /** That the number is a rough guess. */
  readonly caution: string | null;
  /** The line beside what is usual. */
  readonly comparison: Statement | null;
  /** When it is shorter. */
  readonly goodTime: Statement | null;
  readonly opening: Opening;
  /** How sure the estimate is. */
  readonly evidence: Evidence | null;
  /** Other sentences of the service. */
  readonly message: string | null;
  /** The numbers behind the words, for a scale; null without an estimate. */
  readonly scale: (EstimateRange & { readonly value: number; readonly usual: number | null }) | null;
}

/** The names of the states. */
export const STATES = { open: 'Open', soon: 'Closing soon', closed: 'Closed' } as const;

/** Answers how long the line is, whether that is unusual, when it is shorter and how sure this is, at a time of the browser. */
export function answerOf(venue: Venue, status: Status, at: number): Answer {
  const { typical } = venue;
  const now = venue.timeAt(at);
  const evidence = evidenceOf(status, now, venue.isWithoutReports);
  const { opening, rest } = messageParts(status);
  const estimated = estimatedOf(status, evidence);
  const range = estimated?.range ?? null;
  const count = estimated && Math.round(estimated.value);
  const usual = typical?.usualAt(now.wall)?.value ?? null;
  const isRough = evidence?.isRough === true;
  return {
    count,
    headline: headlineOf(status.hours.is_open, count),
    range: range && rangeWords(range, count ?? 0),
    caution: count !== null && isRough ? 'a rough guess' : null,
    comparison: null,
    goodTime: null,
    ...(typical &&
      statementsOf(status, { typical, now: now.wall, elapsed: at - venue.receivedAt, estimated, isRough })),
    opening:
      opening === null
        ? openingOf(status.hours, now.wall, at - venue.receivedAt, venue.isOpenAllDay)
        : { state: 'closed', text: withDateWords(opening, now.wall) },
    evidence,
    message: rest,
    scale: estimated && range && { ...range, value: estimated.value, usual },
  };
}

function estimatedOf(status: Status, evidence: Evidence | null): Estimated | null {
  if (!status.has_estimate) return null;
  const range = parseEstimateRange(status.estimate_display);
  return { value: status.estimate_value, range, isOld: evidence?.isOld === true };
}

function headlineOf(isOpen: boolean, count: number | null): Answer['headline'] {
  if (count === null) return { about: '', main: isOpen ? 'No estimate' : 'Closed', unit: '' };
  if (count === 0) return { about: '', main: 'No line', unit: '' };
  return { about: 'About', main: String(count), unit: count === 1 ? 'person in line' : 'people in line' };
}

/** The basis of the statements. */
interface Known {
  readonly typical: TypicalWeek;
  readonly now: WallTime;
  /** Milliseconds since the status arrived. */
  readonly elapsed: number;
  readonly estimated: Estimated | null;
  readonly isRough: boolean;
}

function statementsOf(status: Status, { typical, now, elapsed, estimated, isRough }: Known): Partial<Answer> {
  const { hours } = status;
  const parts = messageParts(status);
  if (!hours.is_open) return whileClosed(hours, parts.opening, typical, now);
  const usual = typical.usualAt(now);
  const goodTime = nextGoodTime({
    now,
    closing: closingTime(hours, now, elapsed),
    value: estimated?.value ?? usual?.value ?? null,
    high: estimated?.range?.high ?? null,
    certainty: estimated === null ? 'usual' : isRough ? 'rough' : 'sure',
    typical,
  });
  const { comparison: told } = parts;
  if (usual === null && goodTime === TOO_FEW && told === null)
    return { comparison: { ...TOO_FEW, detail: 'to say what is usual, now or later' } };
  const own = comparison(now, estimated, usual);
  if (told === null || estimated === null) return { comparison: own, goodTime };
  // The service's comparison comes first, with what is usual only if that agrees.
  const agrees = usual !== null && estimated.value > usual.value === (told.difference === 'busier');
  return { comparison: { headline: told.text, detail: agrees ? own.detail : null }, goodTime };
}

function whileClosed(
  hours: Extract<Status['hours'], { is_open: false }>,
  opening: string | null,
  typical: TypicalWeek,
  now: WallTime,
): Partial<Answer> {
  const opens = nextOpening(hours, now, opening);
  // What is usual says little about the first day after weeks.
  if (opens === null || !isThisWeek(opens, now)) return {};
  const closes = hours.closes_at && nextTimeOf(minutesOfClock(hours.closes_at), opens + 1);
  const times = timesAfterOpening(opens, closes || null, typical, now);
  return times === null ? {} : { comparison: times.longest, goodTime: times.shorter };
}

/** The answer as text for screen readers. */
export function answerText(answer: Answer): string {
  const { headline, range, caution, comparison, goodTime, opening, evidence, message } = answer;
  const isClosed = opening.state === 'closed';
  const comma = opening.state === 'open' && opening.text.startsWith('closes') ? ',' : '';
  const parts = [
    joined([joined([headline.about, headline.main, headline.unit], ' '), range, caution]),
    isClosed ? opening.text : null,
    comparison && joined([comparison.headline, comparison.detail]),
    goodTime && joined([goodTime.headline, goodTime.detail]),
    isClosed ? null : `${STATES[opening.state]}${comma} ${opening.text}`.trim(),
    evidence?.text ?? null,
    message,
  ];
  return parts.flatMap((part) => (part ? [part.replace(/[.]?$/, '.')] : [])).join(' ');
}

/** Joins the parts that are there. */
function joined(parts: readonly (string | null)[], separator = ', '): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}
