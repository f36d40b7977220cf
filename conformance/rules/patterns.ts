import { arrayIn, isObject } from '../contract/json.ts';
import { type Axis, rowsOf } from '../facts/pattern-rows.ts';
import type { PatternsAnswer } from '../facts/responses.ts';
import { expectThat, type Rule, type Say } from './rule.ts';

/** Hours, weekdays and their names, and where a value is null. */
export const patterns: Rule = {
  name: 'patterns',
  requirements: [
    'patterns.by_hour',
    'patterns.by_hour-null',
    'patterns.by_weekday',
    'patterns.by_weekday-monday',
    'patterns.by_weekday-label',
    'patterns.by_weekday-value',
  ],
  judge: (facts, say) => {
    for (const answer of facts.patterns) {
      judgeShape(answer, 'by_hour', 'hour', 24, say);
      judgeShape(answer, 'by_weekday', 'weekday', 7, say);
      judgeNulls(answer, say);
      judgeLabels(answer, say);
    }
  },
};

function judgeShape(answer: PatternsAnswer, axis: Axis, member: string, size: number, say: Say): void {
  const indexes = arrayIn(answer.body, axis).map((item) => (isObject(item) ? item[member] : undefined));
  const wanted = Array.from({ length: size }, (_, index) => index);
  const whole = indexes.length === size && wanted.every((index) => indexes.includes(index));
  expectThat(say, `patterns.${axis}`, whole, () => ({
    message: `${axis} does not have each ${member} once`,
    expected: `0 to ${size - 1}`,
    seen: indexes.join(', '),
    exchange: answer.exchange,
  }));
}

function judgeNulls(answer: PatternsAnswer, say: Say): void {
  for (const { index, value, count } of rowsOf(answer, 'by_hour')) {
    expectThat(say, 'patterns.by_hour-null', (count === 0) === (value === null), () => ({
      message:
        count === 0 ? `hour ${index} has no reports, but a value` : `hour ${index} has reports, but no value`,
      expected: count === 0 ? 'null' : 'a number',
      seen: `value ${value}, report_count ${count}`,
      exchange: answer.exchange,
    }));
  }
  // What a weekday without reports shows is open; one with reports has an average
  for (const { index, value, count } of rowsOf(answer, 'by_weekday')) {
    if (count > 0 && value === null) {
      say.breach('patterns.by_weekday-value', {
        message: `weekday ${index} has reports, but no value`,
        expected: 'a number',
        seen: 'null',
        exchange: answer.exchange,
      });
    }
  }
}

const english = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function judgeLabels(answer: PatternsAnswer, say: Say): void {
  const labels = new Set<string>();
  for (const item of arrayIn(answer.body, 'by_weekday')) {
    if (!isObject(item) || typeof item['label'] !== 'string' || typeof item['weekday'] !== 'number') continue;
    const { label, weekday } = item as { label: string; weekday: number };
    const named = english.indexOf(label.trim().slice(0, 3).toLowerCase());
    const breach = {
      message: `weekday ${weekday} is called ${label}`,
      expected: english[weekday] ?? '',
      seen: label,
      exchange: answer.exchange,
    };
    if (named >= 0 && named !== weekday) say.breach('patterns.by_weekday-monday', breach);
    else if (named >= 0) say.holds('patterns.by_weekday-monday');
    const twice = labels.has(label);
    labels.add(label);
    const long = [...label].length > 5 || label.trim() === '' || /^\d+$/.test(label);
    if (twice)
      say.breach('patterns.by_weekday-label', {
        ...breach,
        message: `two weekdays are called ${label}`,
        expected: 'a name for each',
      });
    else if (named >= 0 && named !== weekday) say.breach('patterns.by_weekday-label', breach);
    else
      expectThat(say, 'patterns.by_weekday-label', !long, () => ({
        ...breach,
        expected: 'a short name, such as Mon',
      }));
  }
}
