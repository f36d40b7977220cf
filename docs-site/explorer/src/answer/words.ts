import type { WallTime } from '../local-time.ts';
import { hourText, WEEKDAYS } from '../week/weekday-names.ts';

/** A headline, and what it rests on. */
export interface Statement {
  readonly headline: string;
  readonly detail: string | null;
}

/** The hour of the day in words, such as `3pm`, `noon` or `midnight`. */
export function hourWord(time: WallTime): string {
  return hourText(new Date(time).getUTCHours());
}

/** A weekday, such as `Friday`. */
export function weekdayName(time: WallTime): string {
  return WEEKDAYS[(new Date(time).getUTCDay() + 6) % 7] as string;
}

/** An hour of the week, such as `Friday noon`. */
export function momentName(time: WallTime): string {
  return `${weekdayName(time)} ${hourWord(time)}`;
}

/** A typical number of people, in whole people: `about 9 people`, or `hardly anybody`. */
export function aboutPeople(value: number): string {
  const people = Math.round(value);
  if (people === 0) return 'hardly anybody';
  return people === 1 ? 'about 1 person' : `about ${people} people`;
}
