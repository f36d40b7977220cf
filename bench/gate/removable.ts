import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import type { Measured } from './measure.ts';

/** Requirements whose removal from the gate would lose no fault of the catalogue, each with the reason why it stays. */
export const KEPT_ALL_THE_SAME: Readonly<Record<string, string>> = {
  'form.declared':
    'concerns what the gate was told; the catalogue breaks deployments, the tests of the gate declare the wrong form',
  'hours.window-agrees':
    "where data are replayed nothing tells the time, and it alone finds a wrong closing time; the catalogue's deployment tells its own",
  'highlights.omitted':
    'a day invented or doubled breaks the order or the uniqueness of days as well; this one tells which',
  'patterns.by_weekday-monday':
    'weekdays counted from Sunday also get averages that their reports do not have; this one tells why',
  'patterns.since':
    'a range that is not kept to also gives counts that are not those of its reports; this one tells which end',
  'patterns.until': 'as patterns.since, for the other end',
  'status.estimate-recent': 'only recommended, so it warns and fails nothing',
  'time.format': 'a malformed time also fails the field it stands in; this one collects them',
};

/** Requirements that alone name no fault among what was measured: every fault they name is named by another too. */
export function removableAmong(measured: readonly Measured[], requirements: readonly string[]): string[] {
  const faults = new Map(FAULTS.map((fault) => [fault.id, fault]));
  const needed = new Set<string>();
  for (const { id, failed } of measured) {
    const named = (faults.get(id)?.requirements ?? []).filter((one) => failed.includes(one));
    if (named.length === 1) needed.add(named[0] ?? '');
  }
  return requirements.filter((id) => !needed.has(id));
}
