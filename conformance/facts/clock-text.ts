import type { JsonObject } from '../contract/json.ts';

/** Minutes since midnight of a clock text such as 9:05pm. */
export function clockMinutes(value: unknown): number | undefined {
  const match = /^(1[0-2]|[1-9]):([0-5]\d)(am|pm)$/.exec(typeof value === 'string' ? value : '');
  if (match === null) return undefined;
  return (Number(match[1]) % 12) * 60 + Number(match[2]) + (match[3] === 'pm' ? 720 : 0);
}

/**
 * The current time in minutes since midnight, computed from closing time and minutes left; undefined while closed. A venue that never
 * closes has neither, and may say midnight in 0 or 1440 minutes.
 */
export function clockOf({ is_open, closes_at, minutes_until_close }: JsonObject): number | undefined {
  const closes = clockMinutes(closes_at);
  if (is_open !== true || closes === undefined || typeof minutes_until_close !== 'number') return undefined;
  if (closes === 0 && [0, 1440].includes(minutes_until_close)) return undefined;
  return (((closes - minutes_until_close) % 1440) + 1440) % 1440;
}

/** Minutes since midnight as a clock text. */
export function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minutes % 60).padStart(2, '0')}${hour < 12 ? 'am' : 'pm'}`;
}
