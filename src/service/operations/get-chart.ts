import { AverageSeries, type DayChart, type RangeChart } from '../domain/chart.ts';
import { type DateRange, dayCount, isSingleDay } from '../domain/date-range.ts';
import { openWindow } from '../domain/opening-hours.ts';
import { LINE_MARGIN, smoothedLine } from '../domain/smoothed-line.ts';
import { ParameterError, type RequestContext } from './context.ts';
import { type RangeQuery, requestedRange, visibleSpan } from './range.ts';
import type { Snapshot, Validity } from './snapshot.ts';

/** The longest range of a chart, in days (gap `range-cap`). */
export const CHART_LIMIT = 1100;

/** The last day of a one-day chart: an opening of the next day may end in a year of five digits (gap `range-cap`). */
const LAST_DAY = Temporal.PlainDate.from('9999-12-30');

/** `GET /api/v1/chart`: the reports of a range, today by default, and a series that smooths them. */
export async function getChart(query: RangeQuery, context: RequestContext): Promise<DayChart | RangeChart> {
  const range = await chartRange(query, context);
  return isSingleDay(range) ? dayChart(range, context) : rangeChart(range, context);
}

/**
 * A chart from one past day to another changes with the reports alone, that of a single day also with the model; its line uses
 * reports of the day after. Everything else changes with the time. Open ranges count as ending today.
 */
export function chartValidity({ since, until }: RangeQuery, { yesterday }: Snapshot): Validity {
  if (since === undefined || until === undefined) return 'snapshot';
  if (since === until) return until < yesterday ? 'model' : 'snapshot';
  return until <= yesterday ? 'data' : 'snapshot';
}

async function chartRange(query: RangeQuery, context: RequestContext): Promise<DateRange> {
  const { today } = context.snapshot;
  if (query.since === undefined && query.until === undefined) return { since: today, until: today };
  const range = await requestedRange(withoutFuture(query, today), context);
  const days = dayCount(range);
  if (isSingleDay(range) && Temporal.PlainDate.compare(range.until, LAST_DAY) > 0) {
    const message = `${range.until} is too late for a chart of one day; the last possible day is ${LAST_DAY}.`;
    throw new ParameterError(Object.keys(query).map((parameter) => ({ parameter, message })));
  }
  if (days <= CHART_LIMIT) return range;
  if (query.since === undefined) return { ...range, since: range.until.subtract({ days: CHART_LIMIT - 1 }) };
  const message = `the range from ${range.since} to ${range.until} has ${days} days; a chart covers at most ${CHART_LIMIT}.`;
  throw new ParameterError([{ parameter: 'since', message }]);
}

/** Without a beginning, an end in the future counts as today: else the limit would leave only days to come (gap `range-cap`). */
function withoutFuture(query: RangeQuery, today: Temporal.PlainDate): RangeQuery {
  const { since, until } = query;
  const isCut = since === undefined && until !== undefined && Temporal.PlainDate.compare(until, today) > 0;
  return isCut ? { until: today.toString() } : query;
}

async function dayChart(range: DateRange, context: RequestContext): Promise<DayChart> {
  const { snapshot, time, timetable } = context;
  const span = visibleSpan(range, context);
  // The smoothed line uses reports beyond midnight; the scatter does not show them.
  const around = await context.store.observations({
    start: span.start - LINE_MARGIN,
    end: Math.min(time.day(range.since).end + LINE_MARGIN, Math.max(span.start, snapshot.now + 1)),
  });
  const line = await context.slices.run(
    smoothedLine({
      date: range.since,
      now: snapshot.now,
      observations: around,
      timetable,
      time,
      model: snapshot.model.fitted,
    }),
  );
  return {
    scatter: around.filter(({ at }) => at >= span.start && at < span.end),
    line,
    openWindow: openWindow(timetable, time, range.since),
  };
}

function rangeChart(range: DateRange, context: RequestContext): RangeChart {
  const { store, longRead, time } = context;
  const span = visibleSpan(range, context);
  return {
    scatter: longRead(() => store.observationColumns(span)),
    averages: new AverageSeries(range, time),
  };
}
