import { minutesOfClock, type WallTime } from '../local-time.ts';
import type { Status } from '../responses.ts';
import type { TypicalHour, TypicalWeek } from '../typical-week.ts';
import { comparison, type Estimated } from './comparison.ts';
import { type EstimateRange, parseEstimateRange, rangeText } from './estimate-range.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { goodTime, TOO_FEW, timesAfterOpening } from './good-time.ts';
import { type MessageParts, messageParts } from './message-parts.ts';
import { closingTime, nextOpening, nextTimeOf, type Opening, openingOf } from './opening.ts';
import { momentName, type Statement } from './words.ts';

/** What the page says about the line right now. A null is not known, and is not shown. */
export interface Answer {
  /** People in line, in whole people. */
  readonly count: number | null;
  /** What stands below the count, or in its place. */
  readonly title: string;
  /** The range in words. */
  readonly range: string | null;
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

/**
 * Answers how long the line is, whether that is unusual, when it is shorter and how sure this is (record 69). `typical` is null
 * while it is not loaded; `elapsed` is the number of milliseconds since the status arrived.
 */
export function answerOf(about: {
  readonly status: Status;
  readonly typical: TypicalWeek | null;
  readonly now: WallTime;
  readonly elapsed: number;
  /** The start of the day, where a closed venue replays another day at an unknown time; otherwise null. */
  readonly day?: WallTime | null;
}): Answer {
  const { status, typical, now, elapsed } = about;
  const value = status.has_estimate ? status.estimate_value : null;
  const count = value === null ? null : Math.round(value);
  const range = parseEstimateRange(status.estimate_display);
  const estimated = value === null ? null : { value, range };
  const parts = messageParts(status);
  const usual = typical?.usualAt(now) ?? null;
  const isOpen = status.hours.is_open;
  const times =
    isOpen || typical === null ? null : timesOf({ status, typical, from: about.day ?? now, parts });
  const busy = estimated === null ? (times?.busy ?? null) : null;
  const isCompared = typical !== null && (isOpen || estimated !== null);
  const compared = isCompared ? compare(now, estimated, usual, parts) : busy;
  const ahead = value ?? usual?.value ?? null;
  const high = value === null ? null : (range?.high ?? null);
  const evidence = evidenceOf(status, now);
  const certainty = value === null ? 'usual' : evidence?.isRough === false ? 'sure' : 'rough';
  const closing = closingTime(status, now, elapsed);
  const good =
    isOpen && typical !== null
      ? goodTime({ now, closing, value: ahead, high, certainty, typical })
      : (times?.shorter ?? null);
  const knowsNothing = usual === null && good === TOO_FEW && parts.comparison === null;
  return {
    count,
    title: titleOf(status, count),
    range: count === null ? null : rangeText(status.estimate_display, count),
    comparison: knowsNothing
      ? {
          headline: 'Too few earlier reports',
          detail: `to say what is usual for ${momentName(now)} or later`,
        }
      : compared,
    goodTime: knowsNothing ? null : good,
    opening: parts.opening === null ? openingOf(status, elapsed) : { state: 'closed', text: parts.opening },
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
  const { count, title, range, opening, evidence, message } = answer;
  const line = count === null ? title : `${count} ${title}${range === null ? '' : `, ${range}`}`;
  const statements = [answer.comparison, answer.goodTime].map(
    (statement) =>
      statement && `${statement.headline}${statement.detail === null ? '' : `, ${statement.detail}`}`,
  );
  const isClosed = opening.state === 'closed';
  const closed = isClosed ? [count === null ? null : 'Closed', opening.text] : [];
  const open = isClosed ? null : `${STATES[opening.state]} ${opening.text}`.trim();
  return [line, ...closed, ...statements, open, evidence?.text, message]
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => String(part).replace(/[.]?$/, '.'))
    .join(' ');
}

/** The names of the states. */
export const STATES = { open: 'Open', soon: 'Closing soon', closed: 'Closed' } as const;

function titleOf({ hours }: Status, count: number | null): string {
  if (count === null) return hours.is_open ? 'No estimate' : 'Closed';
  return count === 1 ? 'person in line' : 'people in line';
}

/** The deployment's comparison comes first, with what is usual only if that agrees. */
function compare(
  now: WallTime,
  estimated: Estimated | null,
  usual: TypicalHour | null,
  parts: MessageParts,
): Statement {
  const own = comparison(now, estimated, usual);
  if (parts.comparison === null || estimated === null) return own;
  const { text, difference } = parts.comparison;
  const agrees = usual !== null && estimated.value > usual.value === (difference === 'busier');
  return { headline: text, detail: agrees ? own.detail : null };
}

function timesOf(about: {
  readonly status: Status;
  readonly typical: TypicalWeek;
  readonly from: WallTime;
  readonly parts: MessageParts;
}): ReturnType<typeof timesAfterOpening> {
  const { status, typical, from, parts } = about;
  const opens = nextOpening(status, from, parts.opening);
  if (opens === null) return null;
  const { closes_at } = status.hours;
  const closes = closes_at === null ? null : minutesOfClock(closes_at);
  return timesAfterOpening(opens, closes === null ? null : nextTimeOf(closes, opens + 1), typical);
}
