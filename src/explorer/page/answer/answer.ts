import type { Status } from '../deployment/responses.ts';
import { minutesOfClock, type VenueTime, type WallTime } from '../local-time.ts';
import type { TypicalHour, TypicalWeek } from '../week/typical-week.ts';
import { isThisWeek, type Statement, withDateWords } from '../words.ts';
import {
  comparison,
  type Estimated,
  type EstimateRange,
  parseEstimateRange,
  rangeText,
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
  /** What else the deployment says. */
  readonly message: string | null;
  /** The numbers behind the words, for a scale; null without an estimate and a range. */
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
  /** The start of the day, where a closed venue replays another day at an unknown time; otherwise null. */
  readonly day?: WallTime | null;
  /** Whether the venue is open on the whole day. */
  readonly isOpenAllDay?: boolean;
  /** Whether there are no reports today. */
  readonly isWithoutReports?: boolean;
}

/** Answers how long the line is, whether that is unusual, when it is shorter and how sure this is (record 18). */
export function answerOf(question: Question): Answer {
  const { status, typical, now, elapsed } = question;
  const value = status.has_estimate ? status.estimate_value : null;
  const count = value === null ? null : Math.round(value);
  const evidence = evidenceOf(status, now, question.isWithoutReports);
  const range = parseEstimateRange(status.estimate_display);
  const estimated = value === null ? null : { value, range, isOld: evidence?.isOld === true };
  const parts = messageParts(status);
  const usual = typical?.usualAt(now.wall) ?? null;
  const isRough = evidence?.isRough === true;
  const known = { ...question, estimated, usual, parts, isRough: isRough || evidence === null };
  const statements =
    typical === null
      ? { comparison: null, goodTime: null }
      : status.hours.is_open
        ? whileOpen({ ...known, typical })
        : whileClosed({ ...known, typical });
  return {
    count,
    headline: headlineOf(status, count),
    range: count === null ? null : rangeText(status.estimate_display, count),
    caution: count === null || !isRough ? null : 'a rough guess',
    ...statements,
    opening:
      parts.opening === null
        ? openingOf(status, now.wall, elapsed, question.isOpenAllDay)
        : { state: 'closed', text: withDateWords(parts.opening, now.wall) },
    evidence,
    message: parts.rest,
    scale:
      estimated === null || range === null
        ? null
        : { ...range, value: estimated.value, usual: usual?.value ?? null },
  };
}

/** The answer as text for screen readers. */
export function answerText(answer: Answer): string {
  const { count, headline, range, caution, opening, evidence, message } = answer;
  const line = [headlineText(headline), range, caution].filter(isText).join(', ');
  const statements = [answer.comparison, answer.goodTime].map(
    (statement) =>
      statement && `${statement.headline}${statement.detail === null ? '' : `, ${statement.detail}`}`,
  );
  const isClosed = opening.state === 'closed';
  const closed = isClosed ? [count === null ? null : 'Closed', opening.text] : [];
  const isCountdown = opening.state === 'open' && opening.text.startsWith('closes');
  const open = isClosed ? null : `${STATES[opening.state]}${isCountdown ? ',' : ''} ${opening.text}`.trim();
  return [line, ...closed, ...statements, open, evidence?.text, message]
    .filter(isText)
    .map((part) => part.replace(/[.]?$/, '.'))
    .join(' ');
}

/** A headline in one line, such as `About 22 people in line`. */
export function headlineText({ about, main, unit }: Headline): string {
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

interface Known extends Question {
  readonly typical: TypicalWeek;
  readonly estimated: Estimated | null;
  readonly usual: TypicalHour | null;
  readonly parts: MessageParts;
  readonly isRough: boolean;
}

type Statements = Pick<Answer, 'comparison' | 'goodTime'>;

function whileOpen(known: Known): Statements {
  const { status, typical, elapsed, estimated, usual, parts, isRough } = known;
  const now = known.now.wall;
  const goodTime = nextGoodTime({
    now,
    closing: closingTime(status, now, elapsed),
    value: estimated?.value ?? usual?.value ?? null,
    high: estimated?.range?.high ?? null,
    certainty: estimated === null ? 'usual' : isRough ? 'rough' : 'sure',
    typical,
  });
  if (usual !== null || goodTime !== TOO_FEW || parts.comparison !== null)
    return { comparison: compare(known), goodTime };
  return {
    comparison: { headline: TOO_FEW.headline, detail: 'to say what is usual, now or later' },
    goodTime: null,
  };
}

function whileClosed(known: Known): Statements {
  const { status, typical, estimated, parts } = known;
  const now = known.day ?? known.now.wall;
  const opens = nextOpening(status, now, parts.opening);
  const { closes_at } = status.hours;
  const clock = closes_at === null ? null : minutesOfClock(closes_at);
  const closes = opens === null || clock === null ? null : nextTimeOf(clock, opens + 1);
  // What is usual says little about the first day after weeks.
  const isNear = opens !== null && isThisWeek(opens, now);
  const times = isNear ? timesAfterOpening(opens, closes, typical, now) : null;
  return {
    comparison: estimated === null ? (times?.longest ?? null) : compare(known),
    goodTime: times?.shorter ?? null,
  };
}

/** The deployment's comparison comes first, with what is usual only if that agrees. */
function compare({ now, estimated, usual, parts }: Known): Statement {
  const own = comparison(now.wall, estimated, usual);
  if (parts.comparison === null || estimated === null) return own;
  const { text, difference } = parts.comparison;
  const agrees = usual !== null && estimated.value > usual.value === (difference === 'busier');
  return { headline: text, detail: agrees ? own.detail : null };
}
