import { type Form, loadContract } from '../contract/contract.ts';
import { arrayIn, isObject } from '../contract/json.ts';
import type { Observation } from '../contract/report-types.ts';
import type { Facts } from '../facts/facts.ts';
import { chartObservers } from './observations/chart.ts';
import { feedObservers } from './observations/feed.ts';
import { listObservers } from './observations/lists.ts';
import { photoObservers } from './observations/photos.ts';
import { rejectionObservers } from './observations/rejections.ts';
import { statusObservers } from './observations/status.ts';
import type { Observers } from './observations/words.ts';

/** Text for a gap that the evidence does not show. */
const notSeen = 'not seen in this run';

const longest = 600;
const observers: Observers = {
  ...statusObservers,
  ...chartObservers,
  ...feedObservers,
  ...listObservers,
  ...photoObservers,
  ...rejectionObservers,
};

/** Every gap of the form's document, in its order, with what the evidence shows about it. */
export function observeGaps(facts: Facts): readonly Observation[] {
  return observeNothing(facts.form).map((one) => {
    const text = observe(one.gap, facts);
    if (text === undefined) return one;
    return { ...one, seen: true, does: text.length > longest ? `${text.slice(0, longest)}…` : text };
  });
}

/** Every gap of the form's document, none of them seen. */
export function observeNothing(form: Form): readonly Observation[] {
  return arrayIn(loadContract(form).document, 'x-gaps').flatMap((gap) =>
    isObject(gap) ? [{ gap: String(gap['id']), open: String(gap['open']), seen: false, does: notSeen }] : [],
  );
}

/** How many of the gaps the run shows, in words. */
export function seenOf(observations: readonly Observation[]): string {
  return `${observations.filter(({ seen }) => seen).length} of ${observations.length} gaps seen`;
}

/** An observer that fails on unusual responses must not prevent the verdicts. */
function observe(id: string, facts: Facts): string | undefined {
  try {
    return observers[id]?.(facts);
  } catch {
    return undefined;
  }
}
