import { answerOf } from '../answer/answer.ts';
import { TOO_FEW } from '../answer/good-time.ts';
import type { Opening } from '../answer/opening.ts';
import type { Venue } from '../deployment/venue.ts';
import { DAY, dateOf, dayName, MINUTE } from '../local-time.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { clockWord, type Statement, timeWord } from '../words.ts';
import { nextChange } from './next-request.ts';

/** The texts of the frame. All but the headline may be empty. */
export interface EmbedView {
  readonly state: 'open' | 'closed' | 'unknown';
  /** Whether the values are not of now, so that they are greyed. */
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
 * What to show at a time of the browser, in milliseconds, in the words of the explorer (record 18). Without a status, what to show while
 * there has been none.
 */
export function embedView(venue: Venue, typical: TypicalWeek | null, now: number): EmbedView {
  const { status, receivedAt, isOpenAllDay } = venue;
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
  const answer = answerOf({
    status,
    typical,
    now: venue.timeAt(now),
    elapsed: age,
    isOpenAllDay,
  });
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
