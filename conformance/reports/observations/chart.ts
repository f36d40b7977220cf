import { isObject } from '../../contract/json.ts';
import { daysBetween } from '../../facts/calendar.ts';
import type { Facts } from '../../facts/facts.ts';
import { sum } from '../../facts/numbers.ts';
import { rowsOf } from '../../facts/pattern-rows.ts';
import type { ChartResponse, Point } from '../../facts/responses.ts';
import { singleDay } from '../../facts/service-clock.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { listed, mostCommon, type Observers, quoted, sentence, span } from './words.ts';

const dayMinutes = 1440;

/** Gaps of chart and patterns. */
export const chartObservers: Observers = {
  'bucket-value': ({ values }) =>
    sentence([
      listed(
        [...values.seen]
          .sort(([a], [b]) => Number.parseFloat(a) - Number.parseFloat(b))
          .map(([label, counts]) => `${quoted(label)} is ${span([...counts.keys()])}`),
      ),
    ]),
  'average-rounding': ({ charts, patterns, statuses }) => {
    const averages = patterns.flatMap((response) =>
      [...rowsOf(response, 'by_hour'), ...rowsOf(response, 'by_weekday')].map(({ value }) => value),
    );
    const estimates = statuses.map(({ body }) => (isObject(body) ? body['estimate_value'] : null));
    const digits: readonly (readonly [string, readonly unknown[]])[] = [
      ['patterns', averages],
      ['line', charts.flatMap(({ line }) => line.map(({ value }) => value))],
      ['estimate', estimates],
    ];
    return sentence(
      digits.map(([name, list]) => {
        const numbers = list.filter((value): value is number => typeof value === 'number');
        return numbers.length === 0
          ? undefined
          : `${name} with at most ${Math.max(0, ...new Set(numbers.map(decimalsOf)))} digits after the point`;
      }),
    );
  },
  'line-formula': ({ charts }) => {
    const day = charts.find(
      ({ since, until, line }) => since !== undefined && since === until && line.length > 0,
    );
    const empty = day?.line.filter(({ value }) => value === null).length;
    return sentence([day && `on ${day.since}, ${empty} of ${day.line.length} points are null`]);
  },
  'line-extent': ({ charts }) =>
    sentence(
      charts
        .filter(
          (chart) => chart.since !== undefined && singleDay(chart) !== undefined && chart.line.length > 0,
        )
        .map(
          ({ since, line }) =>
            `on ${since}, ${line.length} points from ${clockAt(line[0]?.t)} to ${clockAt(line.at(-1)?.t)}`,
        ),
    ),
  'line-step': ({ charts }) => {
    const steps = charts.flatMap((chart) => {
      const minutes = stepOf(chart.line);
      const days = daysOf(chart);
      if (minutes === undefined || days === undefined) return [];
      const step =
        minutes < dayMinutes - 60 ? `${minutes} minutes` : inDays(Math.round(minutes / dayMinutes));
      return [{ days, text: `${step} on a range of ${inDays(days)}` }];
    });
    return sentence([listed(steps.sort((a, b) => a.days - b.days).map(({ text }) => text))]);
  },
  'line-average': (facts) => {
    const long = facts.charts.filter(({ line }) => (stepOf(line) ?? 0) >= dayMinutes - 60);
    const points = long.flatMap(({ line }) => line);
    if (points.length === 0) return undefined;
    const agreeing = long.map((chart) => agreementOf(facts, chart)).filter((one) => one.of > 0);
    const [agree, of] = [sum(agreeing.map((one) => one.agree)), sum(agreeing.map((one) => one.of))];
    return sentence([
      `points at ${listed(points.map(({ t }) => clockAt(t)))}`,
      of > 0 ? `${agree} of ${of} days have the plain average of their reports` : undefined,
      `${points.filter(({ value }) => value === null).length} of ${points.length} points are null`,
    ]);
  },
  'weekday-without-data': ({ patterns }) => {
    const values = patterns.flatMap((response) =>
      rowsOf(response, 'by_weekday').flatMap(({ count, value }) => (count === 0 ? quoted(value) : [])),
    );
    return values.length === 0 ? undefined : sentence([`the average is ${listed(values)}`]);
  },
  'open-hours-after-midnight': ({ charts, patterns }) => {
    const late = charts.some(({ window }) => isLate(window));
    const hours = patterns.flatMap(({ body }) => (isObject(body) ? quoted(body['open_hours']) : []));
    return late && hours.length > 0 ? sentence([`open hours are ${listed(hours)}`]) : undefined;
  },
  'open-window-day': ({ charts }) =>
    sentence([
      listed(
        charts.flatMap((chart) => {
          const { window } = chart;
          const day = singleDay(chart);
          if (window == null || day === undefined) return [];
          const closed = window.closed.length > 0 ? `, closed for ${window.closed.length} part(s) of it` : '';
          return `${day} has ${clockAt(window.start)} to ${clockAt(window.end)}${isLate(window) ? ' of the next day' : ''}${closed}`;
        }),
      ),
    ]),
  'one-sided-range': ({ charts, exports }) => {
    const shown = (name: string, response: { since?: string; until?: string }, dates: readonly string[]) => {
      if ((response.since === undefined) === (response.until === undefined)) return undefined;
      const given = response.since === undefined ? `until=${response.until}` : `since=${response.since}`;
      return `${name} with ${given} alone shows ${dates.length === 0 ? 'no report' : span(dates)}`;
    };
    return sentence([
      ...charts.map((chart) =>
        shown(
          'chart',
          chart,
          chart.scatter.map(({ t }) => t.date),
        ),
      ),
      ...exports.map((one) =>
        shown(
          'export',
          one,
          one.rows.map(({ t }) => t.date),
        ),
      ),
    ]);
  },
  'range-cap': ({ charts }) => {
    const days = charts.flatMap(({ since, until }) =>
      since === undefined || until === undefined ? [] : daysBetween(since, until) + 1,
    );
    return days.length === 0
      ? undefined
      : sentence([
          `the longest requested chart range, ${days.reduce((a, b) => Math.max(a, b))} days, gets a response`,
        ]);
  },
};

/** Local clock time of a timestamp, such as 08:15. */
function clockAt(t: Timestamp | undefined): string {
  return t === undefined ? '' : t.text.slice(11, 16);
}

function isLate(window: ChartResponse['window']): boolean {
  return window != null && window.end.date > window.start.date && clockAt(window.end) !== '00:00';
}

function stepOf(line: readonly Point<unknown>[]): number | undefined {
  return mostCommon(
    line.slice(1).map(({ t }, at) => Math.round((t.micros - (line[at]?.t.micros ?? 0)) / 60_000_000)),
  );
}

function inDays(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

function daysOf(chart: ChartResponse): number | undefined {
  if (singleDay(chart) !== undefined) return 1;
  const { since, until } = chart;
  return since === undefined || until === undefined ? undefined : daysBetween(since, until) + 1;
}

/** How many points of a daily line are the plain average of their day's reports. */
function agreementOf(facts: Facts, { line }: ChartResponse): { readonly agree: number; readonly of: number } {
  if ((stepOf(line) ?? 0) > dayMinutes + 60) return { agree: 0, of: 0 };
  const pairs = line.flatMap(({ t, value }) => {
    const groups = (facts.groupsByDate.get(t.date) ?? []).filter(({ count }) => count > 0);
    const values = groups.map((group) => facts.values.of(group));
    if (value === null || values.length === 0 || values.includes(undefined)) return [];
    const known = values.flatMap((list) => list ?? []);
    return [Math.abs(sum(known) / known.length - value) < 0.051];
  });
  return { agree: pairs.filter(Boolean).length, of: pairs.length };
}

function decimalsOf(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}
