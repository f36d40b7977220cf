import { hourName } from '../local-time.ts';

/** The weekdays, from 0 for Monday. */
export const WEEKDAYS: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

export function shortWeekday(weekday: number): string {
  return (WEEKDAYS[weekday] ?? '').slice(0, 3);
}

/** An hour of a weekday, such as `Friday noon` or `Sunday 3pm`. */
export function hourOfWeekday(weekday: number, hour: number): string {
  return `${WEEKDAYS[weekday]} ${hourText(hour)}`;
}

/** Every such hour, such as `Fridays at noon`; without an hour, `Fridays`. */
export function everyWeekday(weekday: number, hour: number | null): string {
  return `${WEEKDAYS[weekday]}s${hour === null ? '' : ` at ${hourText(hour)}`}`;
}

/** An hour of the day in words, such as `3pm`, `noon` or `midnight`. */
export function hourText(hour: number): string {
  return hour === 0 ? 'midnight' : hour === 12 ? 'noon' : hourName(hour);
}
