import type { Status } from '../deployment/responses.ts';
import type { Difference } from './comparison.ts';

/** The message of a deployment, by what its sentences are about. */
export interface MessageParts {
  /** Its own comparison with what is usual, and in which direction. */
  readonly comparison: { readonly text: string; readonly difference: Difference } | null;
  /** Its own sentence about the next opening, while closed. */
  readonly opening: string | null;
  /** What the page doesn't say elsewhere. */
  readonly rest: string | null;
}

const COMPARISON = /\b(?:(busier|longer)|quieter|shorter) than (?:usual|normal)\b/i;
const OPENING = /\bopen(?:s|ing)?\b/i;

/**
 * Sorts the sentences of the message (record 18). A deployment knows its venue better than the page does, so its own comparison and
 * its own next opening win. Drops sentences that repeat what the page always says, and keeps all others.
 */
export function messageParts(status: Status): MessageParts {
  const sentences = (status.message ?? '').split(/(?<=[.!?])\s+/).filter((text) => text.trim() !== '');
  const comparison = status.has_estimate ? sentences.find((text) => COMPARISON.test(text)) : undefined;
  // A comment on the day comes first, and may be about the opening hours, too.
  const openings = status.hours.is_open ? [] : sentences.filter((text) => OPENING.test(text));
  const opening = openings.find((text) => /^opens\b/i.test(text)) ?? openings.at(-1);
  const rest = sentences
    .filter((text) => text !== comparison && text !== opening && !isSaidElsewhere(text, status))
    .join(' ');
  return {
    comparison:
      comparison === undefined
        ? null
        : {
            // The page names the time.
            text: withoutEnd(comparison).replace(/ at this time$/i, ''),
            difference: COMPARISON.exec(comparison)?.[1] === undefined ? 'quieter' : 'busier',
          },
    opening: opening === undefined ? null : withoutEnd(opening),
    rest: rest === '' ? null : rest,
  };
}

function isSaidElsewhere(text: string, { hours, has_estimate, report_count, last_updated }: Status): boolean {
  const said: readonly (readonly [boolean, RegExp])[] = [
    [!hours.is_open, /^closed( now)?\.$/i],
    [hours.is_open && hours.minutes_until_close !== null, /^closes in \d+ min(utes)?(, at [\d:]+[ap]m)?\.$/i],
    [has_estimate && last_updated !== null, /^the newest report is \d+ min(utes)? old\.$/i],
    [has_estimate && report_count > 0, /^based on (a single report|only two reports)\.$/i],
  ];
  return said.some(([isSaid, pattern]) => isSaid && pattern.test(text));
}

function withoutEnd(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
