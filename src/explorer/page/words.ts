import {
  addDays,
  clock,
  DAY,
  dateOf,
  dayName,
  hourName,
  hourOf,
  minutesOfClock,
  type WallTime,
  WEEKDAYS,
  weekdayName,
  weekdayOf,
} from './local-time.ts';

/** A headline, and what it rests on. */
export interface Statement {
  readonly headline: string;
  readonly detail: string | null;
}

/** Formats a number of people: whole, or with one decimal below ten. */
export function formatPeople(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
}

/** A number of people with its noun, such as `1 person` or `2.5 people`. */
export function personCount(value: number): string {
  const count = formatPeople(value);
  return `${count} ${count === '1' ? 'person' : 'people'}`;
}

/** A typical number of people, in whole people: `about 9 people`, or `hardly anybody`. */
export function aboutPeople(value: number): string {
  const people = Math.round(value);
  return people === 0 ? 'hardly anybody' : `about ${personCount(people)}`;
}

/** Formats a count with its noun, such as `1,204 reports`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** An hour of the day in words, such as `3pm`, `noon` or `midnight`. */
export function hourText(hour: number): string {
  return hour === 0 ? 'midnight' : hour === 12 ? 'noon' : hourName(hour);
}

/** The hour of a time in the words of `hourText`. */
export function hourWord(time: WallTime): string {
  return hourText(hourOf(time));
}

/** A clock time in the same words, such as `2pm`, `2:35pm` or `noon`. */
export function clockWord(text: string): string {
  const minutes = minutesOfClock(text);
  return minutes % 60 === 0 ? hourText(minutes / 60) : text;
}

/** A time of the day, such as `2pm`, `2:35pm` or `noon`. */
export function timeWord(time: WallTime): string {
  return clockWord(clock(time));
}

/** The same for each clock time in a text. */
export function withClockWords(text: string): string {
  return text.replace(/\b(1[0-2]|[1-9]):[0-5]\d[ap]m\b/g, clockWord);
}

/** The same for clock times and the first date of a text, such as `on Mon 11 Jan at 8am`. */
export function withDateWords(text: string, now: WallTime): string {
  return withClockWords(text).replace(/\d{4}-\d\d-\d\d/, (date) => dateWord(Date.parse(date), now));
}

/** A date such as `Mon 11 Jan`, with its year if more than half a year away. */
function dateWord(time: WallTime, now: WallTime): string {
  const isNear = Math.abs(time - now) < 183 * DAY;
  return isNear ? dayName(time) : `${dayName(time)} ${dateOf(time).slice(0, 4)}`;
}

/** A time on another day: `Friday 10pm`, or `Mon 11 Jan, 8am` where a weekday could be another one. */
export function dayAndTime(time: WallTime, now: WallTime): string {
  const day = isThisWeek(time, now) ? weekdayName(dateOf(time)) : `${dateWord(time, now)},`;
  return `${day} ${timeWord(time)}`;
}

/** True if a weekday is enough to name the day of a later time. */
export function isThisWeek(time: WallTime, now: WallTime): boolean {
  return dateOf(time) < addDays(dateOf(now), 7);
}

/** A day of the next week: `today`, `tomorrow` or `on Friday`. */
export function dayWord(time: WallTime, now: WallTime): string {
  if (dateOf(time) === dateOf(now)) return 'today';
  return dateOf(time) === addDays(dateOf(now), 1) ? 'tomorrow' : `on ${weekdayName(dateOf(time))}`;
}

/** An hour of a weekday, such as `Friday noon` or `Sunday 3pm`. */
export function hourOfWeekday(weekday: number, hour: number): string {
  return `${WEEKDAYS[weekday]} ${hourText(hour)}`;
}

/** The hour of the week of a time, such as `Friday noon`. */
export function momentName(time: WallTime): string {
  return hourOfWeekday(weekdayOf(time), hourOf(time));
}
