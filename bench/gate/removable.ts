import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import type { Measured } from './measure.ts';

/** Requirements that could be removed from the gate without missing a fault of the corpus, and why they stay. */
export const KEPT_ANYWAY: Readonly<Record<string, string>> = {
  'form.declared':
    'concerns the form that was declared; faults break services, and the tests of the gate declare the wrong form',
  'export.csv': 'an export that is not CSV has no header either; this says why',
  'highlights.omitted':
    'an invented or repeated day also breaks the order or the uniqueness of days; this says which',
  'patterns.by_weekday-monday':
    'weekdays counted from Sunday also have averages that differ from their reports; this says why',
  'status.estimate-recent': 'only recommended, so it warns and never fails',
  'time.format': 'a malformed time also fails its field; this collects them all',
};

/** Requirements that are never the only ones to find a measured fault. */
export function removableAmong(measured: readonly Measured[], requirements: readonly string[]): string[] {
  const faults = new Map(FAULTS.map((fault) => [fault.id, fault]));
  const needed = new Set<string>();
  for (const { id, failed } of measured) {
    const named = (faults.get(id)?.requirements ?? []).filter((one) => failed.includes(one));
    if (named.length === 1) needed.add(named[0] ?? '');
  }
  return requirements.filter((id) => !needed.has(id));
}
