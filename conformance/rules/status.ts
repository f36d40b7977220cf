import { isObject, type JsonObject } from '../contract/json.ts';
import { clockOf } from '../facts/clock-text.ts';
import { extremes } from '../facts/extremes.ts';
import type { Facts } from '../facts/facts.ts';
import type { Answered } from '../facts/responses.ts';
import { serverTime } from '../facts/service-clock.ts';
import { parseTimestamp } from '../facts/timestamp.ts';
import { expectThat, type Rule, type Say } from './rule.ts';

const second = 1_000_000;
const hour = 3600 * second;
const day = 24 * hour;

/** The estimate, held against itself and against the reports. */
export const status: Rule = {
  name: 'status',
  requirements: [
    'status.estimate_display',
    'status.message',
    'status.display-agrees',
    'status.estimate-plausible',
    'status.estimate-recent',
    'status.report_count-bounded',
    'status.last_updated',
  ],
  judge: (facts, say) => {
    for (const answered of facts.statuses) {
      if (!isObject(answered.body)) continue;
      if (typeof answered.body['message'] === 'string' && answered.body['message'].trim() === '') {
        say.odd('status.message', {
          message: 'the message says nothing, yet is not null',
          expected: 'null',
          seen: JSON.stringify(answered.body['message']),
          exchange: answered.exchange,
        });
      }
      judgeDisplay(answered, answered.body, say);
      judgeEstimate(facts, answered, answered.body, say);
      judgeCount(facts, answered, answered.body, say);
      judgeUpdate(facts, answered, answered.body, say);
    }
  },
};

function judgeDisplay({ exchange }: Answered, body: JsonObject, say: Say): void {
  const { has_estimate, estimate_display, estimate_value } = body;
  const range = /^(\d+)-(\d+)$/.exec(typeof estimate_display === 'string' ? estimate_display : '');
  if (has_estimate !== true || range === null) {
    say.nothing('status.display-agrees', 'there was no estimate');
    return;
  }
  const [low, high] = [Number(range[1]), Number(range[2])];
  expectThat(say, 'status.estimate_display', low <= high, () => ({
    message: 'the range runs backwards',
    expected: 'low end at most the high end',
    seen: String(estimate_display),
    exchange,
  }));
  if (typeof estimate_value !== 'number') return;
  const outside = Math.max(low - estimate_value, estimate_value - high);
  const breach = {
    message: 'the displayed range and the estimate are apart',
    expected: `a value from ${low} to ${high}`,
    seen: String(estimate_value),
    exchange,
  };
  // How a range is cut from an estimate is not told, so a small distance is only odd
  if (outside > Math.max(2, 0.25 * estimate_value)) say.breach('status.display-agrees', breach);
  else if (outside > 1) say.odd('status.display-agrees', breach);
  else say.holds('status.display-agrees');
}

function judgeEstimate(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): void {
  const { has_estimate, estimate_value, report_count } = body;
  if (has_estimate !== true || typeof estimate_value !== 'number') {
    say.nothing('status.estimate-plausible', 'there was no estimate');
    say.nothing('status.estimate-recent', 'there was no estimate');
    return;
  }
  if (report_count === 0) {
    say.breach('status.estimate-plausible', {
      message: 'there is an estimate, and no report behind it',
      expected: 'at least one report',
      seen: '0',
      exchange,
    });
    return;
  }
  const known = facts.moments.filter(({ count }) => count > 0);
  const values = known.flatMap((moment) => facts.values.of(moment) ?? []);
  if (values.length === 0 || facts.arrivals) {
    say.nothing('status.estimate-plausible', 'no values of reports are known to compare with');
    say.nothing('status.estimate-recent', 'no values of reports are known to compare with');
    return;
  }
  const [least, most] = extremes(values);
  expectThat(
    say,
    'status.estimate-plausible',
    estimate_value >= 0.75 * least - 1 && estimate_value <= 1.25 * most + 1,
    () => ({
      message: 'the estimate lies outside everything that was ever reported',
      expected: `between ${least} and ${most}`,
      seen: String(estimate_value),
      exchange,
    }),
  );
  const behind = known
    .slice(-Math.max(1, Number(report_count) || 1))
    .flatMap((moment) => facts.values.of(moment) ?? []);
  if (behind.length === 0) return;
  const [low, high] = extremes(behind);
  const room = 2 + 0.25 * (high - low);
  expectThat(
    say,
    'status.estimate-recent',
    estimate_value >= low - room && estimate_value <= high + room,
    () => ({
      message: `the estimate is far from the ${behind.length} newest reports`,
      expected: `near ${low} to ${high}`,
      seen: String(estimate_value),
      exchange,
    }),
  );
}

function judgeCount(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): void {
  const count = body['report_count'];
  if (typeof count !== 'number') return;
  if (!facts.walk.complete || facts.arrivals) {
    say.nothing('status.report_count-bounded', 'the number of all reports is not known');
    return;
  }
  const all = facts.walk.reports.length;
  expectThat(say, 'status.report_count-bounded', count <= all, () => ({
    message: 'more reports are counted than exist',
    expected: `at most ${all}`,
    seen: String(count),
    exchange,
  }));
}

function judgeUpdate(facts: Facts, { exchange }: Answered, body: JsonObject, say: Say): void {
  const updated = parseTimestamp(body['last_updated']);
  if (updated === undefined) return;
  const today = facts.clock.todays.at(-1);
  const clock = isObject(body['hours']) ? clockOf(body['hours']) : undefined;
  if (today !== undefined && updated.date > today) {
    say.breach('status.last_updated', {
      message: 'last_updated lies in the future',
      expected: `at most ${today}`,
      seen: updated.text,
      exchange,
    });
  } else if (
    clock !== undefined &&
    updated.date === today &&
    facts.clock.todays.length === 1 &&
    updated.hour * 60 + updated.minute > clock + 5
  ) {
    say.breach('status.last_updated', {
      message: 'last_updated is later than the time that closing time and minutes tell',
      expected: `minute ${clock} of the day or earlier`,
      seen: updated.text,
      exchange,
    });
  } else if (
    clock === undefined &&
    !facts.clock.replayed &&
    updated.micros > serverTime(exchange) * 1000 + hour
  ) {
    say.breach('status.last_updated', {
      message: 'last_updated lies in the future',
      expected: new Date(serverTime(exchange)).toISOString(),
      seen: updated.text,
      exchange,
    });
  } else if (body['has_estimate'] === true) {
    const newest = facts.moments.filter(({ count, t }) => count > 0 && facts.settled(t)).at(-1);
    const age = newest === undefined ? 0 : newest.t.micros - updated.micros;
    const breach = {
      message: 'last_updated is older than the reports that were there',
      expected: newest?.t.text ?? '',
      seen: updated.text,
      exchange,
    };
    if (age > day) say.breach('status.last_updated', breach);
    else if (age > hour) say.odd('status.last_updated', breach);
    else say.holds('status.last_updated');
  }
}
