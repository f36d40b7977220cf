import type { Report } from '../data/reports.ts';
import type { ScenarioBuilder, ScenarioData } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import { BadRequest } from '../problem.ts';
import { type Endpoint, invalidValue } from './endpoint.ts';

/** What a response is computed from. */
export interface MockRequest {
  readonly endpoint: Endpoint;
  readonly query: URLSearchParams;
  readonly data: ScenarioData;
  /** Builds the data for the time at which a cursor was issued. */
  readonly build: ScenarioBuilder;
  readonly document: FormDocument;
  /** Prefix of links and photo URLs. */
  readonly baseUrl: string;
}

/** Local days from `first` to `last`, inclusive. */
export interface Range {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/**
 * The range that `since` and `until` select; null when both are omitted. An omitted beginning is the day of the first report, an
 * omitted end is today (gap `one-sided-range`).
 *
 * @throws {BadRequest} if a date is invalid, or the range ends before it begins
 */
export function rangeOf({ query, data }: MockRequest): Range | null {
  const since = dateIn(query, 'since');
  const until = dateIn(query, 'until');
  if (since === null && until === null) return null;
  const today = data.now.toPlainDate();
  const earliest = data.reports[0]?.time.toPlainDate() ?? today;
  const last = until ?? (since !== null && isAfter(since, today) ? since : today);
  const first = since ?? (isAfter(earliest, last) ? last : earliest);
  if (isAfter(first, last)) {
    const message = `${last} must not be before since (${first}).`;
    throw new BadRequest('since', `${first} must not be after until (${last}).`, {
      parameter: 'until',
      message,
    });
  }
  return { first, last };
}

/** The reports in a range of local days, oldest first; all of them if the range is null. */
export function reportsIn(range: Range | null, { reports, timetable }: ScenarioData): readonly Report[] {
  if (range === null) return reports;
  const beginOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timetable.timeZone).epochMilliseconds;
  const [begin, end] = [beginOf(range.first), beginOf(range.last.add({ days: 1 }))];
  return reports.filter(({ at }) => begin <= at && at < end);
}

/** The label of a report's bucket. */
export function labelOf({ bucket }: Report, { data, document }: MockRequest): string | undefined {
  return (data.variety.buckets.labels ?? document.labels)[bucket];
}

/**
 * The value of an integer parameter; its default when omitted.
 *
 * @throws {BadRequest} if it is invalid, which includes what Prism takes for omitted, or for a number: an empty value, and `0x2`
 */
export function integerIn({ query, endpoint }: MockRequest, name: string): number {
  const parameter = endpoint.parameters.find((one) => one.name === name) ?? { name };
  const { default: standard, maximum = 1 } = parameter;
  const text = query.get(name);
  if (text === null) return Number(standard);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= maximum) return number;
  throw new BadRequest(name, invalidValue(parameter, text));
}

/** Null when omitted. Prism rejects most invalid dates, but treats an empty value as omitted. */
function dateIn(query: URLSearchParams, name: string): Temporal.PlainDate | null {
  const text = query.get(name);
  if (text === null) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadRequest(name, invalidValue({ name, format: 'date' }, text));
  }
}

function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0;
}
