import { isObject, type JsonObject } from '../../contract/json.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ParsedResponse } from '../../facts/responses.ts';
import { parseTimestamp } from '../../facts/timestamp.ts';
import { check, type Ledger, type Rule } from '../rule.ts';
import { arrived, judgeEstimate, withoutEstimate } from './estimate.ts';

/** The estimate is consistent in itself and with the reports. */
export const status: Rule = {
  name: 'status',
  judge: (facts, ledger) => {
    for (const parsed of facts.statuses) {
      if (!isObject(parsed.body)) continue;
      judgeDisplay(parsed, parsed.body, ledger);
      judgeEstimate(facts, parsed, parsed.body, ledger);
      judgeCount(facts, parsed, parsed.body, ledger);
      judgeUpdate(facts, parsed, parsed.body, ledger);
    }
  },
};

function judgeDisplay({ exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const { has_estimate, estimate_display, estimate_value } = body;
  const range = /^([\d.]+)-([\d.]+)$/.exec(typeof estimate_display === 'string' ? estimate_display : '');
  if (has_estimate !== true || range === null)
    return ledger.notApplicable('status.display-agrees', withoutEstimate(body, 'estimate_display'));
  const [low, high] = [Number(range[1]), Number(range[2])];
  if (typeof estimate_value !== 'number') return;
  const outside = Math.max(low - estimate_value, estimate_value - high);
  const breach = {
    message: 'the displayed range and the estimate disagree',
    expected: `a value from ${low} to ${high}`,
    seen: String(estimate_value),
    exchange,
  };
  // The description leaves the width of the range open, so a small distance is only a warning
  if (outside > Math.max(2, 0.25 * estimate_value)) ledger.fail('status.display-agrees', breach);
  else if (outside > 1) ledger.warn('status.display-agrees', breach);
  else ledger.pass('status.display-agrees');
}

function judgeCount(facts: Facts, { exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const count = body['report_count'];
  if (typeof count !== 'number') return;
  if (!facts.walk.complete || facts.arrivals) {
    const reason = facts.arrivals ? arrived(facts) : 'the walk did not reach the end of the feed';
    ledger.notApplicable('status.report_count-bounded', reason);
    return;
  }
  // If the feed lost some, other endpoints show them
  const all = Math.max(
    facts.walk.reports.length,
    facts.groups.reduce((sum, group) => sum + group.count, 0),
  );
  check(ledger, 'status.report_count-bounded', count <= all, () => ({
    message: 'more reports are counted than exist',
    expected: `at most ${all}`,
    seen: String(count),
    exchange,
  }));
}

function judgeUpdate(facts: Facts, { exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const updated = parseTimestamp(body['last_updated']);
  if (updated === undefined) return;
  const today = facts.clock.todays.at(-1);
  check(ledger, 'status.last_updated', today === undefined || updated.date <= today, () => ({
    message: 'last_updated is in the future',
    expected: `at most ${today}`,
    seen: updated.text,
    exchange,
  }));
}
