/** Says which part of a timetable is invalid, and what is allowed there. */
export class TimetableError extends Error {
  override readonly name = 'TimetableError';
}

/** Values by dates and ranges of dates, of one year (`YYYY-MM-DD`) or of every year (`MM-DD`). */
export interface Calendar<Value> {
  readonly dates: ReadonlyMap<string, Value>;
  /** Ranges of one kind don't overlap. */
  readonly ranges: readonly DateSpan<Value>[];
  readonly yearlyRanges: readonly DateSpan<Value>[];
}

/** Both dates are included. A yearly range whose end is before its start continues after new year. */
interface DateSpan<Value> {
  readonly from: string;
  readonly to: string;
  readonly value: Value;
}

const KEYS = '"YYYY-MM-DD", "MM-DD" for every year, or a range such as "2026-12-19/2027-01-10"';

export const EMPTY_CALENDAR: Calendar<never> = {
  dates: new Map<string, never>(),
  ranges: [],
  yearlyRanges: [],
};

/** The value of a date: what names the year comes first, then a date before a range. `02-29` is a date of leap years only. */
export function valueOn<Value>(calendar: Calendar<Value>, date: Temporal.PlainDate): Value | undefined {
  const { dates, ranges, yearlyRanges } = calendar;
  const day = date.toString();
  const yearly = day.slice(-'MM-DD'.length);
  return (
    dates.get(day) ??
    ranges.find((range) => includes(range, day))?.value ??
    dates.get(yearly) ??
    yearlyRanges.find((range) => includes(range, yearly))?.value
  );
}

/** All keys, dates first, with their values. */
export function entriesOf<Value>(calendar: Calendar<Value>): readonly (readonly [string, Value])[] {
  const ranges = [...calendar.ranges, ...calendar.yearlyRanges];
  return [...calendar.dates, ...ranges.map(({ from, to, value }) => [`${from}/${to}`, value] as const)];
}

/** How far a calendar reaches: the last date that it names with its year, or null, and the years until all others have returned. */
export function reachOf(calendar: Calendar<unknown>): {
  readonly last: string | null;
  readonly years: number;
} {
  const { dates, ranges, yearlyRanges } = calendar;
  const named = [...dates.keys()].filter((key) => !isYearly(key));
  const last = [...named, ...ranges.map(({ to }) => to)].sort().at(-1) ?? null;
  if (yearlyRanges.length === 0 && dates.size === named.length) return { last, years: 0 };
  // 1900 and 2100 are no leap years.
  return { last, years: dates.has('02-29') ? 8 : 1 };
}

/**
 * Parses an object whose keys are dates or ranges, such as `2026-12-25`, `2026-12-19/2027-01-10`, `12-25` and `12-24/01-02`, and its
 * values by `parse`. `path` names the object in errors. Throws `TimetableError`.
 */
export function parseCalendar<Value>(
  json: unknown,
  path: string,
  parse: (value: unknown, path: string) => Value,
): Calendar<Value> {
  if (!isObject(json)) throw new TimetableError(`${path} is not an object; its members are ${KEYS}`);
  const dates = new Map<string, Value>();
  const ranges: DateSpan<Value>[] = [];
  for (const [key, member] of Object.entries(json)) {
    const [from = '', to, ...others] = key.split('/');
    for (const part of others.length > 0 ? [key] : [from, to ?? from]) checkDate(part, path);
    const value = parse(member, `${path}.${key}`);
    if (to === undefined) dates.set(from, value);
    else ranges.push(checkedRange({ from, to, value }, ranges, path));
  }
  return {
    dates,
    ranges: ranges.filter(({ from }) => !isYearly(from)),
    yearlyRanges: ranges.filter(({ from }) => isYearly(from)),
  };
}

function checkedRange<Range extends DateSpan<unknown>>(
  range: Range,
  others: readonly DateSpan<unknown>[],
  path: string,
): Range {
  const { from, to } = range;
  const fail = (what: string) => new TimetableError(`${path}: "${from}/${to}" ${what}`);
  if (isYearly(from) !== isYearly(to))
    throw fail('has one year; write both dates with a year, or both without');
  if (!isYearly(from) && to < from) throw fail('ends before it starts; write the earlier date first');
  const other = others.find(
    (one) => isYearly(one.from) === isYearly(from) && (includes(one, from) || includes(range, one.from)),
  );
  if (other === undefined) return range;
  throw fail(`overlaps "${other.from}/${other.to}"; a date may be in only one of them`);
}

/** Whether data of JSON or YAML is an object. */
export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function includes({ from, to }: DateSpan<unknown>, day: string): boolean {
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}

function isYearly(date: string): boolean {
  return date.length === 'MM-DD'.length;
}

function checkDate(text: string, path: string): void {
  const isDate = /^(\d{4}-)?\d{2}-\d{2}$/.test(text);
  try {
    // In a leap year, every date of a year exists.
    if (isDate && Temporal.PlainDate.from(isYearly(text) ? `2000-${text}` : text)) return;
  } catch {
    // Not in the calendar.
  }
  throw new TimetableError(`${path}: ${JSON.stringify(text)} is not a date; write ${KEYS}`);
}
