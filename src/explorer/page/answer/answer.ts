import type { Status } from '../deployment/responses.ts';
import { minutesOfClock, type VenueTime, type WallTime } from '../local-time.ts';
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
import { type MessageParts, messageParts } from './message-parts.ts';
import { closingTime, nextOpening, nextTimeOf, type Opening, openingOf } from './opening.ts';

/** What the page says about the line right now. A null is not known, and is not shown. */
export interface Answer {
  /** People in line, in whole people. */
  readonly count: number | null;
  readonly headline: Headline;
  /** The range in words. */
  readonly range: string | null;
  /** That the number is a rough guess. */
  readonly caution: string | null;
  /** Whether this is unusual. */
  readonly comparison: Statement | null;
  /** When it is shorter. */
  readonly goodTime: Statement | null;
  readonly opening: Opening;
  /** How sure the estimate is. */
  readonly evidence: Evidence | null;
  /** What else the service says. */
  readonly message: string | null;
  /** The numbers behind the words, for a scale; null without an estimate. */
  readonly scale: (EstimateRange & { readonly value: number; readonly usual: number | null }) | null;
}

/** The number in words, in three sizes: `About`, `22`, `people in line`. What has no number is all in the middle: `No line`. */
export interface Headline {
  readonly about: string;
  readonly main: string;
  readonly unit: string;
}

/** What an answer is computed from. */
export interface Question {
  readonly status: Status;
  /** Null while it is not loaded. */
  readonly typical: TypicalWeek | null;
  readonly now: VenueTime;
  /** Milliseconds since the status arrived. */
  readonly elapsed: number;
  /** Whether the venue is open on the whole day. */
  readonly isOpenAllDay?: boolean;
  /** Whether there are no reports today. */
  readonly isWithoutReports?: boolean;
}

/** Answers how long the line is, whether that is unusual, when it is shorter and how sure this is (record 18). */
export function answerOf(question: Question): Answer {
  const { status, typical, now, elapsed } = question;
  const evidence = evidenceOf(status, now, question.isWithoutReports);
  const parts = messageParts(status);
  const estimated = estimatedOf(status, evidence);
  const value = estimated?.value ?? null;
  const range = estimated?.range ?? null;
  const count = value === null ? null : Math.round(value);
  return {
    count,
    headline: headlineOf(status, count),
    range: count === null || range === null ? null : rangeWords(range, count),
    caution: count !== null && evidence?.isRough === true ? 'a rough guess' : null,
    ...(typical === null
      ? { comparison: null, goodTime: null }
      : statementsOf(question, typical, { estimated, evidence, parts })),
    opening:
      parts.opening === null
        ? openingOf(status.hours, now.wall, elapsed, question.isOpenAllDay)
        : { state: 'closed', text: withDateWords(parts.opening, now.wall) },
    evidence,
    message: parts.rest,
    scale:
      value === null || range === null
        ? null
        : { ...range, value, usual: typical?.usualAt(now.wall)?.value ?? null },
  };
}

/** The answer as text for screen readers. */
export function answerText(answer: Answer): string {
  const { headline, range, caution, opening, evidence, message } = answer;
  const line = [headlineText(headline), range, caution].filter(isText).join(', ');
  const statements = [answer.comparison, answer.goodTime].map(
    (statement) =>
      statement && `${statement.headline}${statement.detail === null ? '' : `, ${statement.detail}`}`,
  );
  const isClosed = opening.state === 'closed';
  const isCountdown = opening.state === 'open' && opening.text.startsWith('closes');
  const open = `${STATES[opening.state]}${isCountdown ? ',' : ''} ${opening.text}`.trim();
  return [
    line,
    isClosed ? opening.text : null,
    ...statements,
    isClosed ? null : open,
    evidence?.text,
    message,
  ]
    .filter(isText)
    .map((part) => part.replace(/[.]?$/, '.'))
    .join(' ');
}

/** A headline in one line, such as `About 22 people in line`. */
function headlineText({ about, main, unit }: Headline): string {
  return [about, main, unit].filter(isText).join(' ');
}

function isText(part: string | null | undefined): part is string {
  return typeof part === 'string' && part !== '';
}

/** The names of the states. */
export const STATES = { open: 'Open', soon: 'Closing soon', closed: 'Closed' } as const;

function headlineOf({ hours }: Status, count: number | null): Headline {
  if (count === null) return { about: '', main: hours.is_open ? 'No estimate' : 'Closed', unit: '' };
  if (count === 0) return { about: '', main: 'No line', unit: '' };
  return { about: 'About', main: String(count), unit: count === 1 ? 'person in line' : 'people in line' };
}

function estimatedOf(status: Status, evidence: Evidence | null): Estimated | null {
  if (!status.has_estimate) return null;
  const range = parseEstimateRange(status.estimate_display);
  return { value: status.estimate_value, range, isOld: evidence?.isOld === true };
}

interface Known {
  readonly estimated: Estimated | null;
  readonly evidence: Evidence | null;
  readonly parts: MessageParts;
}

type Statements = Pick<Answer, 'comparison' | 'goodTime'>;

function statementsOf(
  { status: { hours }, now, elapsed }: Question,
  typical: TypicalWeek,
  { estimated, evidence, parts }: Known,
): Statements {
  if (!hours.is_open) return whileClosed(hours, now.wall, typical, parts);
  const usual = typical.usualAt(now.wall);
  const goodTime = nextGoodTime({
    now: now.wall,
    closing: closingTime(hours, now.wall, elapsed),
    value: estimated?.value ?? usual?.value ?? null,
    high: estimated?.range?.high ?? null,
    certainty: estimated === null ? 'usual' : evidence?.isRough === true ? 'rough' : 'sure',
    typical,
  });
  if (usual === null && goodTime === TOO_FEW && parts.comparison === null)
    return { comparison: { ...TOO_FEW, detail: 'to say what is usual, now or later' }, goodTime: null };
  const own = comparison(now.wall, estimated, usual);
  if (parts.comparison === null || estimated === null) return { comparison: own, goodTime };
  // The service's comparison comes first, with what is usual only if that agrees.
  const { text, difference } = parts.comparison;
  const agrees = usual !== null && estimated.value > usual.value === (difference === 'busier');
  return { comparison: { headline: text, detail: agrees ? own.detail : null }, goodTime };
}

function whileClosed(
  hours: Extract<Status['hours'], { is_open: false }>,
  now: WallTime,
  typical: TypicalWeek,
  { opening }: MessageParts,
): Statements {
  const opens = nextOpening(hours, now, opening);
  // What is usual says little about the first day after weeks.
  if (opens === null || !isThisWeek(opens, now)) return { comparison: null, goodTime: null };
  const closes = hours.closes_at === null ? null : nextTimeOf(minutesOfClock(hours.closes_at), opens + 1);
  const times = timesAfterOpening(opens, closes, typical, now);
  return { comparison: times?.longest ?? null, goodTime: times?.shorter ?? null };
}
