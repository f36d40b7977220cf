import { answerOf } from '../answer/answer.ts';
import { TOO_FEW } from '../answer/good-time.ts';
import { messageParts } from '../answer/message-parts.ts';
import { closingTime, nextOpening, type Opening } from '../answer/opening.ts';
import type { Venue } from '../deployment/venue.ts';
import { DAY, dateOf, dayName, MINUTE, type WallTime } from '../local-time.ts';
import { clockWord, type Statement, timeWord } from '../words.ts';

/** The texts of the frame. All but the headline may be empty. */
export interface EmbedView {
  readonly state: 'open' | 'closed' | 'unknown';
  /** True if the values are not of now, so that they are greyed. */
  readonly isStale: boolean;
  readonly about: string;
  readonly headline: string;
  readonly unit: string;
  readonly range: string;
  readonly usual: string;
  readonly next: string;
  readonly hours: string;
  readonly note: string;
  readonly time: string;
}

/** From this age on, a status is greyed; it is refreshed every minute. */
const STALE = 3 * MINUTE;
/** From this age on, a number of people says nothing about now. */
const LOST = 30 * MINUTE;

const BLANK = { about: '', unit: '', range: '', usual: '', next: '', hours: '', note: '', time: '' } as const;

/**
 * The texts at a time of the browser, in milliseconds, in the words of the explorer. Without a status, the texts while
 * there has been none.
 */
export function embedView(venue: Venue, now: number): EmbedView {
  const { status, receivedAt } = venue;
  if (status === null) {
    return { ...BLANK, state: 'unknown', isStale: true, headline: 'No data', unit: 'yet, trying again' };
  }
  const { is_open, closing_soon, closes_at } = status.hours;
  const age = now - receivedAt;
  const isStale = age >= STALE;
  const asOf = `As of ${timeWord(venue.timeAt(receivedAt).wall)}`;
  // A day that is not named is no more than a day away.
  const hasChanged = now >= (nextChange(venue) ?? receivedAt + DAY);
  const isLost = is_open ? age >= LOST : isStale && hasChanged;
  if (isLost) return lost(venue, now);
  // Others may never close, or were to close so late that this is not known.
  if (is_open && closing_soon && hasChanged) {
    const hours = `Since ${clockWord(closes_at)}`;
    return { ...BLANK, state: 'closed', isStale, headline: 'Closed', hours, time: asOf };
  }
  const answer = answerOf(venue, status, now);
  const { count, range, caution, comparison, goodTime, opening, evidence, message } = answer;
  return {
    state: is_open ? 'open' : 'closed',
    isStale,
    about: answer.headline.about,
    headline: answer.headline.main,
    unit: answer.headline.unit,
    range: [range, caution].filter((text) => text !== null).join(', '),
    // With a number, the detail is about the same hour; otherwise it ends the sentence.
    usual: isStale ? '' : statementText(comparison, count === null ? ', ' : '. '),
    next: isStale ? '' : statementText(goodTime, ', '),
    hours: hoursText(opening),
    note: isStale ? '' : (message ?? ''),
    time: isStale
      ? `${asOf}, trying again`
      : [asOf, is_open ? evidence?.text : null].filter(Boolean).join('. '),
  };
}

function lost(venue: Venue, now: number): EmbedView {
  const [time, today] = [venue.timeAt(venue.receivedAt).wall, venue.timeAt(now).wall];
  const isToday = dateOf(time) === dateOf(today);
  const unit = `since ${isToday ? '' : `${dayName(time)}, `}${timeWord(time)}`;
  return { ...BLANK, state: 'unknown', isStale: true, headline: 'No data', unit };
}

function statementText(statement: Statement | null, separator: string): string {
  // The explorer says so; from afar, it is only one more text.
  if (statement === null || statement.headline === TOO_FEW.headline) return '';
  const { headline, detail } = statement;
  return detail === null ? headline : `${headline}${separator}${detail}`;
}

function hoursText({ state, text }: Opening): string {
  if (state === 'closed') return text;
  if (state === 'soon') return `Closes ${text}`;
  return text.startsWith('closes') ? `C${text.slice(1)}` : `Open ${text}`.trim();
}

/** When the venue closes, or opens if it is closed, in milliseconds of the browser. Null if the status does not say. */
export function nextChange(venue: Venue): number | null {
  const { status, receivedAt } = venue;
  if (status === null) return null;
  const { hours } = status;
  const now = venue.timeAt(receivedAt);
  const until = (time: WallTime) => venue.instantOf(time) - now.at;
  if (!hours.is_open) {
    const opens = nextOpening(hours, now.wall, messageParts(status).opening);
    return opens === null ? null : receivedAt + until(opens);
  }
  // The service rounds minutes up (gap `minutes-rounding`), and the browser's clock may be fast or slow.
  const latest = hours.minutes_until_close * MINUTE;
  return receivedAt + Math.min(latest, Math.max(latest - MINUTE, until(closingTime(hours, now.wall, 0))));
}

/** Between two refreshes. */
const INTERVAL = MINUTE;
/** After a change of the opening, so that the service has seen it, too. */
const AFTER_CHANGE = 1_500;
const SECOND = 1_000;
/** `Retry-After` of more than this is taken for a mistake. */
const MAX_RETRY_AFTER = 60 * MINUTE;

/** Milliseconds from a status to the next request: a minute, or less if the venue opens or closes before; `change` is when, or null. */
export function delayAfterStatus(now: number, change: number | null): number {
  const untilChange = change === null ? INTERVAL : change - now + AFTER_CHANGE;
  return untilChange <= AFTER_CHANGE ? INTERVAL : Math.min(INTERVAL, untilChange);
}

/** Milliseconds to the next request after some failures in a row: 10 seconds to a minute, or what the service asks for, in seconds. */
export function delayAfterFailures(failures: number, retryAfter: number | null): number {
  const backoff = Math.min(INTERVAL, 10 * SECOND * 2 ** Math.min(failures - 1, 10));
  return Math.max(backoff, Math.min((retryAfter ?? 0) * SECOND, MAX_RETRY_AFTER));
}
