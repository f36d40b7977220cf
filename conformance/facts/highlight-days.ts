import { arrayIn, isObject } from '../contract/json.ts';
import type { Exchange } from '../requests/exchange.ts';
import { addDays, dayNumber } from './calendar.ts';
import { changeAmong, isRepeated } from './changes.ts';
import { countsOf } from './numbers.ts';
import type { ParsedResponse } from './responses.ts';
import { mostChanges } from './run-bounds.ts';

/** Highlights that appear or disappear during the run: today's is chosen, or a photo expires. */
export interface HighlightChanges {
  /** Days whose highlight changed for certain. */
  readonly confirmed: ReadonlySet<string>;
  /** Responses from before what may be a change, or a wrong look-back. */
  readonly open: readonly Exchange[];
}

/** The days that a response shows, of those that it covers. */
interface Shown {
  readonly exchange: Exchange;
  readonly covers: (date: string) => boolean;
  readonly dates: ReadonlySet<string>;
}

/**
 * Finds days that are there in some responses and not in others that cover them, and change once in the order of the requests; none
 * if there are too many. A change is certain if the same request shows both sides, or if none was left to repeat one.
 */
export function findHighlightChanges(
  highlights: readonly ParsedResponse[],
  todays: readonly string[],
  isUnrepeatable: boolean,
): HighlightChanges {
  const [today, tomorrow] = todays;
  if (today === undefined || tomorrow !== undefined) return { confirmed: new Set(), open: [] };
  const responses = highlights.map((response) => shownBy(response, today));
  const dates = countsOf(responses.flatMap((response) => [...response.dates]));
  const changes = [...dates.keys()].flatMap((date) => {
    const covering = responses.filter(({ covers }) => covers(date));
    const sides = changeAmong(covering, (response) => response.dates.has(date));
    return sides === undefined ? [] : [{ date, ...sides }];
  });
  if (changes.length > mostChanges) return { confirmed: new Set(), open: [] };
  const isConfirmed = (change: (typeof changes)[number]) => isUnrepeatable || isRepeated(change);
  return {
    confirmed: new Set(changes.filter(isConfirmed).map(({ date }) => date)),
    open: changes
      .filter((change) => !isConfirmed(change))
      .flatMap(({ before }) => before.map(({ exchange }) => exchange)),
  };
}

function shownBy({ exchange, body }: ParsedResponse, today: string): Shown {
  const dates = arrayIn(body, 'highlights').flatMap((item) => {
    const date = isObject(item) ? item['date'] : undefined;
    return typeof date === 'string' && dayNumber(date) !== undefined ? [date] : [];
  });
  const days = Number(exchange.params['days'] ?? 7);
  // More than the maximum may be replaced by the default
  const isDefault = days > 60 && dates.every((date) => date > addDays(today, -7));
  const oldest = addDays(today, 1 - (isDefault ? 7 : Math.min(days, 60)));
  return { exchange, covers: (date) => date >= oldest && date <= today, dates: new Set(dates) };
}
