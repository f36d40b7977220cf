import { isObject, type JsonObject } from '../../contract/json.ts';
import { emptyStore } from '../../facts/absence.ts';
import { daysBetween } from '../../facts/calendar.ts';
import { clockOf } from '../../facts/clock-text.ts';
import type { Facts } from '../../facts/facts.ts';
import { extremes } from '../../facts/numbers.ts';
import type { ParsedResponse } from '../../facts/responses.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { counted } from '../../safety/printable.ts';
import { allValues, areEnough, plausibleRange, valuesIn } from '../report-values.ts';
import { check, type Ledger } from '../rule.ts';

const ofEstimate = ['status.estimate-plausible', 'status.estimate-recent'] as const;

/** Why counts and values of the status can't be compared with the reports. */
export const arrived = ({ changes }: Facts): string =>
  changes.seen ? 'reports of the past changed during the run' : 'reports may have arrived during the run';

/** Why there is no such member to check. */
export function withoutEstimate({ has_estimate }: JsonObject, member: string): string {
  return has_estimate === true ? `${member} could not be read` : 'there was no estimate';
}

/** The estimate has reports behind it, is not absurd compared with all of them, and follows new ones that agree. */
export function judgeEstimate(facts: Facts, parsed: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const { has_estimate, estimate_value, report_count } = body;
  const { exchange } = parsed;
  if (has_estimate !== true || typeof estimate_value !== 'number') {
    for (const id of ofEstimate) ledger.notApplicable(id, withoutEstimate(body, 'estimate_value'));
    return;
  }
  if (report_count === 0)
    return ledger.fail('status.estimate-plausible', {
      message: 'there is an estimate without any report',
      expected: 'at least one report',
      seen: '0',
      exchange,
    });
  const values = allValues(facts);
  if (values.length === 0 || facts.arrivals) {
    const reason = facts.arrivals
      ? arrived(facts)
      : (emptyStore(facts) ?? 'the values of the reports are not known');
    for (const id of ofEstimate) ledger.notApplicable(id, reason);
    return;
  }
  const [low, high] = plausibleRange(values);
  if (estimate_value >= low && estimate_value <= high) ledger.pass('status.estimate-plausible');
  else {
    const [least, most] = extremes(values);
    // An estimate may rest on a default while there are few reports
    ledger[areEnough(values) ? 'fail' : 'warn']('status.estimate-plausible', {
      message: `the estimate is far from everything ever reported: ${counted(values.length, 'report')} of ${peopleIn(least, most)}`,
      expected: `${low} to ${high}, a generous range`,
      seen: String(estimate_value),
      exchange,
    });
  }
  judgeRecent(facts, parsed, body, ledger);
}

/** Age in minutes up to which the estimate must follow a report; later, the queue may have changed as it usually does. */
const freshFor = 30;
/** Reports within a few minutes may be one person's, so reports of several such times must agree. */
const minutesOfOneTime = 5;
const timesNeeded = 3;

function judgeRecent(facts: Facts, { exchange }: ParsedResponse, body: JsonObject, ledger: Ledger): void {
  const valuesOf = valuesIn(facts);
  const value = Number(body['estimate_value']);
  const clock = isObject(body['hours']) ? clockOf(body['hours']) : undefined;
  const fresh = facts.groups.flatMap((group) => {
    const age = clock === undefined ? undefined : ageOf(group.t, clock, facts);
    const isFresh = group.count > 0 && age !== undefined && age >= 0 && age <= freshFor;
    return isFresh ? (valuesOf(group) ?? []).map((reported) => ({ age, reported })) : [];
  });
  const agreed = agreementOf(fresh);
  if (typeof agreed === 'string') ledger.notApplicable('status.estimate-recent', agreed);
  else
    check(ledger, 'status.estimate-recent', value >= agreed[0] / 2 - 5 && value <= agreed[1] * 2 + 5, () => ({
      message: `the estimate is far from the ${fresh.length} reports of the last ${freshFor} minutes, and most of them agree`,
      expected: agreed[0] === agreed[1] ? `near ${agreed[0]}` : `near ${agreed[0]} to ${agreed[1]}`,
      seen: String(value),
      exchange,
    }));
}

/** The range of fresh reports if most of them agree, or else why they show nothing. Ages are in minutes. */
export function agreementOf(
  fresh: readonly { readonly age: number; readonly reported: number }[],
): readonly [least: number, most: number] | string {
  const times = new Set(fresh.map(({ age }) => Math.floor(age / minutesOfOneTime))).size;
  if (times < timesNeeded)
    return `there are too few reports of the last ${freshFor} minutes, by the deployment's clock`;
  const values = fresh.map(({ reported }) => reported).sort((a, b) => a - b);
  const spared = Math.floor(values.length / 4);
  const [low, high] = extremes(values.slice(spared, values.length - spared));
  if (high - low > Math.max(5, high / 2))
    return `the reports of the last ${freshFor} minutes differ: most are of ${peopleIn(low, high)}`;
  return extremes(values);
}

/** Reports of a range of people, in words. */
function peopleIn(low: number, high: number): string {
  return low === high ? counted(low, 'person', 'people') : `${low} to ${high} people`;
}

/** The age of a report in minutes when the deployment's clock shows that minute of its day; undefined if the day is not certain. */
function ageOf(t: Timestamp, clock: number, { clock: { todays, changeMinutes } }: Facts): number | undefined {
  const [today, tomorrow] = todays;
  if (today === undefined || tomorrow !== undefined) return undefined;
  const minutes = daysBetween(t.date, today) * 1440 + clock - (t.hour * 60 + t.minute);
  // Around a clock change, the closing time may be in the other offset
  return changeMinutes === 0 ? minutes : undefined;
}
