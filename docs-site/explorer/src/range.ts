import { addDays, DAY, dayName, isDate } from './local-time.ts';

/** The range of the chart: today as it goes on, local days, or everything there is. */
export type Range =
  | { readonly kind: 'today' }
  | { readonly kind: 'days'; readonly since: string; readonly until: string }
  | { readonly kind: 'all' };

/** Ranges that have a button; `today` is the deployment's date. */
export const PRESETS: readonly { readonly name: string; readonly range: (today: string) => Range }[] = [
  { name: 'Today', range: () => ({ kind: 'today' }) },
  { name: '7 days', range: (today) => ({ kind: 'days', since: addDays(today, -6), until: today }) },
  { name: '4 weeks', range: (today) => ({ kind: 'days', since: addDays(today, -27), until: today }) },
  { name: 'All', range: () => ({ kind: 'all' }) },
];

/** The parameters to ask for a range with. */
export function queryOf(range: Range, today: string): { since?: string; until?: string } {
  if (range.kind === 'today') return {};
  // Only an end: the beginning is then the first report's day.
  return range.kind === 'all' ? { until: today } : { since: range.since, until: range.until };
}

/** The range of two dates as typed, or what is wrong with them. */
export function rangeOf(since: string, until: string, today: string): Range | string {
  if (!isWhole(since)) return 'From must be a date, such as 2026-10-16.';
  if (!isWhole(until)) return 'To must be a date, such as 2026-10-16.';
  if (since > until) return 'From must not be later than to.';
  return since === today && until === today ? { kind: 'today' } : { kind: 'days', since, until };
}

/** Whether a date is typed to its end: a year of fewer than four digits is one that is being typed. */
export function isWhole(date: string): boolean {
  return isDate(date) && date >= '1000';
}

/** The range as long as this one, right before (-1) or after it (1); null beyond today and where everything is shown. */
export function neighbour(range: Range, today: string, direction: -1 | 1): Range | null {
  if (range.kind === 'all') return null;
  const { since, until } = range.kind === 'today' ? { since: today, until: today } : range;
  const days = (Date.parse(until) - Date.parse(since)) / DAY + 1;
  const moved = { since: addDays(since, direction * days), until: addDays(until, direction * days) };
  if (moved.since > today) return null;
  const found = rangeOf(moved.since, moved.until < today ? moved.until : today, today);
  return typeof found === 'string' ? null : found;
}

/** The single day that a range is; null when it is several. */
export function singleDay(range: Range, today: string): string | null {
  if (range.kind === 'today') return today;
  return range.kind === 'days' && range.since === range.until ? range.since : null;
}

/** The longest range of a chart, in days: the interface cuts what goes further back. */
const MOST_DAYS = 1100;

/** The range as a heading; `begin` is the first day of a chart of everything. */
export function nameOf(range: Range, today: string, begin = today): string {
  if (range.kind === 'today') return 'Today';
  if (range.kind === 'all') {
    const days = (Date.parse(today) - Date.parse(begin)) / DAY + 1;
    return days < MOST_DAYS
      ? 'All reports'
      : `The last ${days.toLocaleString('en')} days, the most a chart shows`;
  }
  const [since, until] = [range.since, range.until].map((date) => dayName(Date.parse(date)));
  const [first, last] = [range.since.slice(0, 4), range.until.slice(0, 4)];
  const year = last === today.slice(0, 4) && first === last ? '' : ` ${last}`;
  if (range.since !== range.until) return `${since}${first === last ? '' : ` ${first}`} – ${until}${year}`;
  return range.since === addDays(today, -1) ? `Yesterday, ${since}` : `${since}${year}`;
}
