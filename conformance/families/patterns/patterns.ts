import { arrayIn, isObject } from '../../contract/json.ts';
import { weekdayOf } from '../../facts/calendar.ts';
import { type Axis, rowsOf } from '../../facts/pattern-rows.ts';
import type { PatternsResponse } from '../../facts/responses.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

/** Hours, weekdays and their names, and where a value is null. */
export const patterns: Rule = {
  name: 'patterns',
  judge: (facts, ledger) => {
    for (const response of facts.patterns) {
      judgeShape(response, 'by_hour', 'hour', 24, ledger);
      judgeShape(response, 'by_weekday', 'weekday', 7, ledger);
      judgeNulls(response, ledger);
      judgeLabels(response, facts.patterns.some(isNumberedRight), ledger);
    }
  },
};

/** Checks whether the reports of a single day are counted under the number of its weekday. */
function isNumberedRight(response: PatternsResponse): boolean {
  const { since, until } = response;
  if (since === undefined || since !== until) return false;
  const counted = rowsOf(response, 'by_weekday').filter(({ count }) => count > 0);
  return counted.length === 1 && counted[0]?.index === weekdayOf(since);
}

function judgeShape(
  response: PatternsResponse,
  axis: Axis,
  member: string,
  size: number,
  ledger: Ledger,
): void {
  const indexes = arrayIn(response.body, axis).map((item) => (isObject(item) ? item[member] : undefined));
  const wanted = Array.from({ length: size }, (_, index) => index);
  const whole = indexes.length === size && wanted.every((index) => indexes.includes(index));
  check(ledger, `patterns.${axis}`, whole, () => ({
    message: `${axis} does not have each ${member} once`,
    expected: `0 to ${size - 1}`,
    seen: indexes.join(', '),
    exchange: response.exchange,
  }));
}

function judgeNulls(response: PatternsResponse, ledger: Ledger): void {
  for (const { index, value, count } of rowsOf(response, 'by_hour')) {
    check(ledger, 'patterns.by_hour-null', (count === 0) === (value === null), () => ({
      message:
        count === 0 ? `hour ${index} has no reports, but a value` : `hour ${index} has reports, but no value`,
      expected: count === 0 ? 'null' : 'a number',
      seen: `value ${value}, report_count ${count}`,
      exchange: response.exchange,
    }));
  }
}

const english = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A label that names another weekday is itself wrong if the numbers are right; otherwise the numbers are. */
function judgeLabels(response: PatternsResponse, numberedRight: boolean, ledger: Ledger): void {
  for (const item of arrayIn(response.body, 'by_weekday')) {
    if (!isObject(item) || typeof item['label'] !== 'string' || typeof item['weekday'] !== 'number') continue;
    const { label, weekday } = item as { label: string; weekday: number };
    const named = english.indexOf(label.trim().slice(0, 3).toLowerCase());
    const breach = {
      message: `weekday ${weekday} has the label ${label}`,
      expected: english[weekday] ?? '',
      seen: label,
      exchange: response.exchange,
    };
    if (named >= 0 && named !== weekday && !numberedRight) ledger.fail('patterns.by_weekday-monday', breach);
    else if (named >= 0) ledger.pass('patterns.by_weekday-monday');
    const isName = label.trim() !== '' && !/^\d+$/.test(label);
    const isLong = !isName || /^(mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(label.trim());
    if (named >= 0 && named !== weekday) ledger.fail('patterns.by_weekday-label', breach);
    else
      check(ledger, 'patterns.by_weekday-label', !isLong, () => ({
        ...breach,
        expected: 'a short name, such as Mon',
      }));
  }
}
