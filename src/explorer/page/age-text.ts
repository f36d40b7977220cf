import { clock, dateOf, dayName, duration, MINUTE, type WallTime } from './local-time.ts';

/** How long ago something was: `just now`, `4 min ago`, or its date and time after a day. */
export function ageText(time: WallTime, now: WallTime): string {
  const age = now - time;
  if (age < MINUTE) return 'just now';
  if (age < 24 * 60 * MINUTE) return `${duration(age)} ago`;
  return timeText(time, now);
}

/** When something was: `at 12:28pm`, or `on Thu 15 Oct at 12:28pm` on another day than `now`. */
export function timeText(time: WallTime, now: WallTime): string {
  return `${dateOf(time) === dateOf(now) ? '' : `on ${dayName(time)} `}at ${clock(time)}`;
}
