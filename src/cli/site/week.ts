import { TimetableError } from '../../service/domain/calendar.ts';
import { parseTimetable, WEEKDAYS } from '../../service/domain/timetable.ts';

/** The openings of each weekday, as the file with the opening hours has them. */
export type Week = Readonly<Record<string, readonly string[]>>;

const FORM = 'days and openings such as "mon-fri 11:00-14:00 17:00-20:00, sat 11:00-15:00", or "always"';
const DAYS = /^([a-z]{3})[a-z]*(?:-([a-z]{3})[a-z]*)?$/;

/**
 * Parses opening hours as people write them: days, and then their openings, such as `mon-fri 11:00-14:00 17:00-20:00, sat 11:00-15:00`, or
 * `always`. Days that are not named are closed. Throws `TimetableError`.
 */
export function parseWeek(text: string): Week {
  const week = Object.fromEntries(WEEKDAYS.map((day): [string, string[]] => [day, []]));
  let days: readonly string[] = [];
  let areNew = true;
  for (const word of wordsOf(text)) {
    const named = daysOf(word);
    if (named !== null) {
      days = areNew ? [...days, ...named] : named;
      areNew = true;
    } else if (days.length === 0) {
      throw new TimetableError(`begin with days, not with ${JSON.stringify(word)}: ${FORM}`);
    } else {
      areNew = false;
      if (word !== 'closed') for (const day of days) week[day]?.push(openingOf(word));
    }
  }
  if (areNew) throw new TimetableError(`write openings after the days: ${FORM}`);
  parseTimetable({ weekly: week });
  return week;
}

function wordsOf(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .trim()
    .replace(/\s*[-–]\s*/g, '-');
  return (plain === 'always' ? 'daily 00:00-24:00' : plain).split(/[\s,;]+/).filter((word) => word !== '');
}

/** The days that a word names; null if it names none. A range may go past Sunday. */
function daysOf(word: string): readonly string[] | null {
  if (word === 'daily') return WEEKDAYS;
  const [, from, until = from] = DAYS.exec(word) ?? [];
  const names: readonly string[] = WEEKDAYS;
  const [first, last] = [names.indexOf(from ?? ''), names.indexOf(until ?? '')];
  if (first < 0 || last < 0) return null;
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, n) => WEEKDAYS[(first + n) % 7] as string);
}

/** An opening as files have it; people write 9:00-14:00 and 11-14, too. What is none stays as it is. */
function openingOf(word: string): string {
  if (!/^\d\d?(:\d\d)?-\d\d?(:\d\d)?$/.test(word)) return word;
  return word
    .split('-')
    .map((time) => (time.includes(':') ? time : `${time}:00`).padStart(5, '0'))
    .join('-');
}

/** The file with the opening hours, with a line for each day. */
export function hoursFile(week: Week): string {
  const lines = WEEKDAYS.map((day) => `    "${day}": ${JSON.stringify(week[day]).replaceAll('","', '", "')}`);
  return `{\n  "weekly": {\n${lines.join(',\n')}\n  },\n  "exceptions": {}\n}\n`;
}
