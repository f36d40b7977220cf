import type { Endpoint } from '../../../conformance/contract/operations.ts';
import { ORDINARY } from '../scenes.ts';
import type { SeenRequest } from '../session.ts';
import { ALL, type RuleText, rules } from './rule.ts';

/** Clients do not crash on what the contract allows. */
export const survivalRules = rules([
  survives(ORDINARY, 'an ordinary line', 'A client runs when the line is as usual.', 'Current estimate'),
  survives(
    'closed',
    'a closed venue',
    'The line has no values while the venue is closed, and the status says when it opens.',
    'Current estimate; Chart data',
  ),
  survives('empty', 'an empty store', 'A deployment begins without reports.', 'Patterns'),
  survives('no-estimate', 'a missing estimate', 'has_estimate says if there is one.', 'Current estimate'),
  survives(
    'nulls',
    'null',
    'Several fields may be null, and for others the description leaves it open.',
    'Gaps in the resource description',
    ['status', 'chart', 'patterns'],
  ),
  survives(
    'extra-fields',
    'fields that it does not know',
    'Form 2 adds fields under the same version, so that clients meet fields that they do not know.',
    'Versioning',
  ),
  {
    ...survives('labels', 'bucket labels that it does not know', 'Form 2 lists no labels.', 'Buckets', [
      'reports',
      'export.csv',
    ]),
    form: 2,
  },
  survives(
    'clock-change',
    'an hour that comes twice',
    'Timestamps have an offset, which changes with the clocks.',
    'Resources and their fields',
  ),
  survives('no-photos', 'photos that are gone', 'Photos expire, and have a host of their own.', 'Highlight', [
    'highlights',
    'reports',
  ]),
]);

/** @param endpoints Where the scene differs from the ordinary one. */
function survives(
  scene: string,
  what: string,
  made: string,
  at: string,
  endpoints: readonly Endpoint[] = ALL,
): RuleText {
  return {
    id: `survives.${scene}`,
    promise: `The client does not crash on ${what}.`,
    made,
    at,
    endpoints,
    untested:
      'the client sent no request that this rule is about, or nothing looked at the app (see --page and --probe)',
    check(run) {
      const isMet = ({ endpoint, to }: SeenRequest) =>
        scene === 'no-photos' ? to === 'photos' : endpoints.includes(endpoint ?? '');
      if (run.scene.id !== scene || !run.requests.some(isMet)) return null;
      const { kind, text } = run.ending;
      if (kind === 'unwatched') return null;
      if (kind !== 'crashed') return [];
      const exchange = run.requests.at(-1)?.number ?? 0;
      return [{ message: 'the client failed', seen: text, stage: 'rules', exchange }];
    },
  };
}
