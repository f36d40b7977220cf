import type { HttpRequest } from '../options.ts';
import { shifted, withParameter } from './edits.ts';

/**
 * Ways to misread a range of days that exports and patterns have in common. Each has the id of its fault, what the service does,
 * and the request that the service responds to instead.
 */
export const RANGE_MISREADINGS: readonly (readonly [
  id: string,
  summary: string,
  change: (request: HttpRequest) => HttpRequest,
])[] = [
  [
    'range-ignored',
    'Both dates are ignored.',
    (request) => withParameter(withParameter(request, 'since', null), 'until', null),
  ],
  ['since-ignored', '`since` is ignored.', (request) => withParameter(request, 'since', null)],
  ['until-ignored', '`until` is ignored.', (request) => withParameter(request, 'until', null)],
  [
    'since-alone-ignored',
    '`since` without `until` is ignored.',
    (request) => (request.query.has('until') ? request : withParameter(request, 'since', null)),
  ],
  [
    'until-alone-ignored',
    '`until` without `since` is ignored.',
    (request) => (request.query.has('since') ? request : withParameter(request, 'until', null)),
  ],
  ['until-day-late', 'The range ends a day too late.', (request) => shifted(request, 'until', 1)],
  ['since-day-early', 'The range begins a day too early.', (request) => shifted(request, 'since', -1)],
];
