import type { Status } from '../deployment/responses.ts';

/** The message of the service, by what its sentences are about. */
export interface MessageParts {
  /** Its own comparison with what is usual, and in which direction. */
  readonly comparison: { readonly text: string; readonly difference: 'busier' | 'quieter' } | null;
  /** Its own sentence about the next opening, while closed. */
  readonly opening: string | null;
  /** Sentences that the page doesn't say elsewhere, such as the operator's comment on the day. */
  readonly rest: string | null;
}

const COMPARISON = /^Much (busier|quieter) than usual at this time\.$/;
const OPENING = /^(Opens (on|at) .*|No opening is scheduled)\.$/;
const SAID_ELSEWHERE =
  /^(Closed now|Closes in \d+ min, at \S+|The newest report is \d+ minutes old|Based on (a single report|only two reports))\.$/;

/**
 * Sorts the sentences of the message. The service knows its venue better than the page does, so its own comparison and
 * its own next opening win. Drops sentences that repeat what the page always says, and keeps all others.
 */
export function messageParts({ message, hours }: Status): MessageParts {
  const sentences = (message ?? '').split(/(?<=[.!?])\s+/);
  const comparison = sentences.map((text) => COMPARISON.exec(text)).find((found) => found !== null);
  // A comment on the day comes first, and may be about opening hours, too.
  const last = sentences.at(-1) ?? '';
  const opening = !hours.is_open && OPENING.test(last) ? last : null;
  const rest = sentences.filter(
    (text) => text !== comparison?.[0] && text !== opening && !SAID_ELSEWHERE.test(text),
  );
  const difference = comparison?.[1] === 'busier' ? 'busier' : 'quieter';
  return {
    // The page names the time.
    comparison: comparison === undefined ? null : { text: `Much ${difference} than usual`, difference },
    opening: opening?.slice(0, -1) ?? null,
    rest: rest.join(' ') || null,
  };
}
