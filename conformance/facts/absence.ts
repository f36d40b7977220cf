import { arrayIn } from '../contract/json.ts';
import type { Facts } from './facts.ts';

/** Why the run has nothing of a kind to check; members are absent if there is something. */
export interface Absence {
  readonly reports?: string;
  readonly highlights?: string;
}

/** Why there is hardly anything to check. */
export function absenceIn(facts: Facts): Absence {
  const reports = emptyStore(facts);
  const hasHighlights = facts.highlights.some(({ body }) => arrayIn(body, 'highlights').length > 0);
  return {
    ...(reports === undefined ? {} : { reports }),
    ...(hasHighlights ? {} : { highlights: 'there are no highlights' }),
  };
}

/** Why the run has hardly any reports to check, if so. */
export function emptyStore({ groups, stable, arrivals, pages, exports, charts }: Facts): string | undefined {
  const known = groups.filter(({ t }) => stable(t)).reduce((sum, { count }) => sum + count, 0);
  if (known > 1) return undefined;
  if (known === 1) return 'there is a single report';
  if (arrivals) return 'the first reports arrived during the run';
  const isUnreadable =
    pages.some(({ length }) => length > 0) ||
    exports.some(({ cells }) => cells.length > 0) ||
    charts.some(({ unreadable }) => unreadable > 0);
  return isUnreadable ? 'no report could be read' : 'there are no reports';
}
