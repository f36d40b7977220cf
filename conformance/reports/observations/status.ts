import { isObject, type JsonObject } from '../../contract/json.ts';
import type { Facts } from '../../facts/facts.ts';
import type { OpenWindow } from '../../facts/responses.ts';
import { parseTimestamp } from '../../facts/timestamp.ts';
import { listed, type Observers, quoted, sentence } from './words.ts';

/** Gaps of the current estimate and of the hours. */
export const statusObservers: Observers = {
  'message-texts': (facts) => {
    const messages = bodiesOf(facts).flatMap(({ message }) => (message == null ? [] : quoted(message)));
    return messages.length === 0 ? undefined : sentence([`says ${listed(messages)}`]);
  },
  'no-estimate-values': (facts) => {
    const body = bodiesOf(facts).find(({ has_estimate }) => has_estimate === false);
    if (body === undefined) return undefined;
    const { estimate_display, estimate_value, report_count } = body;
    return sentence([
      `without an estimate the range is ${quoted(estimate_display)}, the value ${quoted(estimate_value)} and the report count ${quoted(report_count)}`,
    ]);
  },
  'when-no-estimate': (facts) =>
    sentence([
      listed(
        bodiesOf(facts).flatMap(({ has_estimate, hours }) =>
          isObject(hours) && typeof has_estimate === 'boolean'
            ? `${has_estimate ? 'an estimate' : 'no estimate'} while ${hours['is_open'] === true ? 'open' : 'closed'}`
            : [],
        ),
      ),
    ]),
  'report-count-window': (facts) => {
    const counted = countedReports(facts);
    const [newest, oldest] = [counted[0], counted.at(-1)];
    if (newest === undefined || oldest === undefined) return undefined;
    const minutes = Math.round((newest.t.micros - oldest.t.micros) / 60_000_000);
    return sentence([
      `counts ${counted.length}; the ${counted.length} newest reports span ${minutes} minutes`,
    ]);
  },
  'estimate-formula': (facts) => {
    const body = bodiesOf(facts).find(({ has_estimate }) => has_estimate === true);
    if (body === undefined) return undefined;
    const values = countedReports(facts).flatMap(({ bucket }) => facts.values.typical(bucket) ?? []);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return sentence([
      `the estimate is ${quoted(body['estimate_value'])}, shown as ${quoted(body['estimate_display'])}`,
      values.length > 0 ? `the plain average of as many newest reports is ${mean.toFixed(1)}` : undefined,
    ]);
  },
  'last-updated': (facts) => {
    const [body] = bodiesOf(facts);
    const updated = parseTimestamp(body?.['last_updated']);
    if (body === undefined) return undefined;
    if (updated === undefined) return sentence([`says ${quoted(body['last_updated'])}`]);
    const [newest] = newestReports(facts);
    if (newest === undefined) return sentence([`says ${updated.text}, with no report seen`]);
    const seconds = Math.round((updated.micros - newest.t.micros) / 1_000_000);
    return sentence([
      seconds === 0
        ? 'it is the time of the newest report'
        : `it is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'after' : 'before'} the newest report`,
    ]);
  },
  'closing-soon': (facts) =>
    sentence([
      listed(
        hoursOf(facts).flatMap(({ is_open, closing_soon, minutes_until_close }) =>
          is_open === true
            ? `the flag is ${quoted(closing_soon)} with ${quoted(minutes_until_close)} minutes left`
            : [],
        ),
      ),
    ]),
  'closed-closing-fields': (facts) => {
    const hours = hoursOf(facts).find(({ is_open }) => is_open === false);
    if (hours === undefined) return undefined;
    return sentence([
      `while closed, closes_at is ${quoted(hours['closes_at'])} and minutes_until_close ${quoted(hours['minutes_until_close'])}`,
    ]);
  },
  'opens-at-unscheduled': (facts) => {
    const hours = hoursOf(facts).find(({ is_open }) => is_open === false);
    const shut = facts.charts.flatMap(({ window }) => window ?? []);
    if (hours === undefined || shut.length === 0 || !shut.every(isShut)) return undefined;
    return sentence([`without any opening seen, opens_at is ${quoted(hours['opens_at'])}`]);
  },
  'never-closes': (facts) => {
    const hours = hoursOf(facts).find(({ is_open }) => is_open === true);
    const whole = facts.charts.some(
      ({ window }) =>
        window != null &&
        window.closed.length === 0 &&
        window.end.micros - window.start.micros >= 23 * 3_600_000_000,
    );
    if (hours === undefined || !whole) return undefined;
    return sentence([
      `closes_at is ${quoted(hours['closes_at'])} with ${quoted(hours['minutes_until_close'])} minutes left`,
    ]);
  },
};

/** Whether the closed parts fill a window. */
function isShut({ start, end, closed }: OpenWindow): boolean {
  const shut = closed.reduce((sum, part) => sum + part.end.micros - part.start.micros, 0);
  return shut >= end.micros - start.micros;
}

function bodiesOf({ statuses }: Facts): readonly JsonObject[] {
  return statuses.flatMap(({ body }) => (isObject(body) ? [body] : []));
}

function hoursOf(facts: Facts): readonly JsonObject[] {
  return bodiesOf(facts).flatMap(({ hours }) => (isObject(hours) ? [hours] : []));
}

function newestReports({ walk }: Facts) {
  return [...walk.reports].sort((a, b) => b.t.micros - a.t.micros);
}

/** As many of the newest reports as the first response with an estimate counts; empty if they are not all known. */
function countedReports(facts: Facts) {
  const body = bodiesOf(facts).find(({ has_estimate }) => has_estimate === true);
  const count = Number(body?.['report_count']);
  const newest = newestReports(facts);
  return Number.isInteger(count) && count > 0 && count <= newest.length ? newest.slice(0, count) : [];
}
