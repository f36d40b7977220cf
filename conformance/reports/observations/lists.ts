import { arrayIn, isObject } from '../../contract/json.ts';
import type { OpenWindow } from '../../facts/responses.ts';
import { singleDay } from '../../facts/service-clock.ts';
import { parseTimestamp, type Timestamp } from '../../facts/timestamp.ts';
import { listed, type Observers, orderOf, quoted, sentence } from './words.ts';

/** Gaps of the lists in chart and patterns: their order, and what they contain. */
export const listObservers: Observers = {
  'chart-order': ({ charts }) => {
    const order = (name: string) =>
      listed(charts.flatMap(({ body }) => orderOf(timesIn(arrayIn(body, name), 't')) ?? []));
    const [scatter, line] = [order('scatter'), order('line')];
    return sentence([scatter && `scatter is ${scatter}`, line && `line is ${line}`]);
  },
  'reports-while-closed': ({ charts }) => {
    const reports = charts.flatMap((chart) => {
      const { window, scatter } = chart;
      const isShown = window != null && singleDay(chart) !== undefined;
      return isShown ? scatter.map(({ t }) => isClosed(window, t.micros)) : [];
    });
    if (reports.length === 0) return undefined;
    const closed = reports.filter(Boolean).length;
    return sentence([`${closed} of ${reports.length} reports of single days were made while closed`]);
  },
  'closed-parts': ({ charts }) => {
    const orders = charts.flatMap(({ body }) =>
      isObject(body) ? (orderOf(timesIn(arrayIn(body['open_window'], 'closed'), 'start')) ?? []) : [],
    );
    return sentence([listed(orders)]);
  },
  'pattern-order': ({ patterns }) => {
    const first = (list: string, member: string) =>
      arrayIn(patterns[0]?.body, list).filter(isObject)[0]?.[member];
    const [hour, weekday] = [first('by_hour', 'hour'), first('by_weekday', 'weekday')];
    return sentence([
      hour === undefined ? undefined : `the first hour is ${quoted(hour)}`,
      weekday === undefined ? undefined : `the first weekday is ${quoted(weekday)}`,
    ]);
  },
  'weekday-names': ({ patterns }) => {
    const weekdays = arrayIn(patterns[0]?.body, 'by_weekday').filter(isObject);
    return sentence([listed(weekdays.map(({ label }) => quoted(label)))]);
  },
};

function timesIn(items: readonly unknown[], name: string): readonly Timestamp[] {
  return items.flatMap((item) => (isObject(item) ? (parseTimestamp(item[name]) ?? []) : []));
}

function isClosed({ start, end, closed }: OpenWindow, micros: number): boolean {
  const isOutside = micros < start.micros || micros >= end.micros;
  return isOutside || closed.some((part) => part.start.micros <= micros && micros < part.end.micros);
}
