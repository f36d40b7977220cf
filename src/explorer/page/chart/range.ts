import { addDays, DAY, dayName, isDate } from '../local-time.ts';

/** The range of the chart: today, the last days including today, local days, or all reports. */
export type Range =
  | { readonly kind: 'today' }
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'days'; readonly since: string; readonly until: string }
  | { readonly kind: 'all' };

/** The longest range of a chart, in days. The service leaves out what is older. */
const MAX_DAYS = 1100;

/** The first and last day of a range; null for all reports. `today` is the date at the venue. */
export function datesOf(
  range: Range,
  today: string,
): { readonly since: string; readonly until: string } | null {
  if (range.kind === 'all') return null;
  if (range.kind === 'days') return { since: range.since, until: range.until };
  return { since: addDays(today, range.kind === 'last' ? 1 - range.days : 0), until: today };
}

/** The query parameters of a range. */
export function queryOf(range: Range, today: string): { since?: string; until?: string } {
  if (range.kind === 'today') return {};
  // Without `since`, a chart begins on the day of the first report.
  return datesOf(range, today) ?? { until: today };
}

/** Parses two typed dates. Returns an error message if they are not a range. */
export function parseRange(since: string, until: string, today: string): Range | string {
  if (!isComplete(since)) return '“From” must be a date, such as 2026-10-16.';
  if (!isComplete(until)) return '“To” must be a date, such as 2026-10-16.';
  if (since > until) return '“From” must not be after “to”.';
  return since === today && until === today ? { kind: 'today' } : { kind: 'days', since, until };
}

/** Reads a range as addresses and buttons name it, such as `7d`, `all` or `2026-10-12..2026-10-14`; null for anything else. */
export function readRange(text: string): Range | null {
  if (text === 'all' || text === 'today') return { kind: text };
  const [, count] = /^(\d{1,4})d$/.exec(text) ?? [];
  const days = Number(count);
  if (count !== undefined) return days > 1 && days <= MAX_DAYS ? { kind: 'last', days } : null;
  const [since = '', until = since, ...rest] = text.split('..');
  // The page must be able to move on from a date by any range.
  const isValid = isComplete(since) && isComplete(until) && since <= until && until < '3000';
  return isValid && rest.length === 0 ? { kind: 'days', since, until } : null;
}

/** The name that `readRange` reads. */
export function rangeText(range: Range): string {
  if (range.kind === 'last') return `${range.days}d`;
  if (range.kind !== 'days') return range.kind;
  return range.since === range.until ? range.since : `${range.since}..${range.until}`;
}

/** True if a date is complete. A year below 1000 means that the user is still typing it. */
export function isComplete(date: string): boolean {
  return isDate(date) && date >= '1000';
}

/** The range of the same length right before (-1) or after (1); null if it begins after today, or for all reports. */
export function adjacentRange(range: Range, today: string, direction: -1 | 1): Range | null {
  const dates = datesOf(range, today);
  if (dates === null) return null;
  const { since, until } = dates;
  const days = (Date.parse(until) - Date.parse(since)) / DAY + 1;
  const moved = { since: addDays(since, direction * days), until: addDays(until, direction * days) };
  const found = parseRange(moved.since, moved.until < today ? moved.until : today, today);
  return typeof found === 'string' ? null : found;
}

/** The day, if the range is a single day; otherwise null. */
export function singleDay(range: Range, today: string): string | null {
  const dates = datesOf(range, today);
  return dates !== null && dates.since === dates.until ? dates.since : null;
}

/** The range as a heading; `begin` is the first day of a chart of all reports. */
export function rangeTitle(range: Range, today: string, begin = today): string {
  if (singleDay(range, today) === today) return 'Today';
  const dates = datesOf(range, today);
  if (dates === null) {
    const days = (Date.parse(today) - Date.parse(begin)) / DAY + 1;
    return days < MAX_DAYS ? 'All reports' : `The last ${days.toLocaleString('en')} days (the longest range)`;
  }
  const [since, until] = [dates.since, dates.until].map((date) => dayName(Date.parse(date)));
  const [first, last] = [dates.since.slice(0, 4), dates.until.slice(0, 4)];
  const year = last === today.slice(0, 4) && first === last ? '' : ` ${last}`;
  if (dates.since !== dates.until) return `${since}${first === last ? '' : ` ${first}`} – ${until}${year}`;
  return dates.since === addDays(today, -1) ? `Yesterday, ${since}` : `${since}${year}`;
}
