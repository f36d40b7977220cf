import { ORDINARY } from '../scenes.ts';
import type { ClientRun } from '../session.ts';
import { ALL, type ClientRule } from './rule.ts';

const NUMBERS = ['status', 'chart', 'patterns'] as const;

/** Clients do not crash on what the contract allows. */
export const survivalRules: readonly ClientRule[] = [
  survives(
    ORDINARY,
    'an ordinary line',
    'The client runs without an error when the deployment has a usual line.',
    'Current estimate',
  ),
  survives(
    'closed',
    'a closed venue',
    'The line has no values while the venue is closed, and the status says when it opens.',
    'Current estimate; Chart data',
  ),
  survives('empty', 'an empty store', 'A deployment begins without reports.', 'Patterns'),
  survives(
    'no-estimate',
    'a missing estimate',
    'has_estimate says whether there is one.',
    'Current estimate',
  ),
  survives(
    'nulls',
    'null',
    'Several fields may be null, and for others the description leaves it open.',
    'Gaps in the resource description',
  ),
  survives(
    'extra-fields',
    'fields that it does not know',
    'Form 2 adds fields under the same version, so that clients meet fields that they do not know.',
    'Versioning',
  ),
  {
    ...survives(
      'labels',
      'bucket labels that it does not know',
      'The labels of Form 2 are not listed.',
      'Buckets',
    ),
    form: 2,
    endpoints: ['reports', 'export.csv'],
  },
  survives(
    'clock-change',
    'an hour that comes twice',
    'Timestamps have an offset, which changes with the clocks.',
    'Resources and their fields',
  ),
  {
    ...survives(
      'no-photos',
      'photos that are gone',
      'Photos expire, and their host answers for itself.',
      'Highlight',
    ),
    endpoints: ['highlights', 'reports'],
  },
];

/** What a run must have received for its scene to matter. */
const MEANT: Readonly<Record<string, (run: ClientRun) => boolean>> = {
  nulls: ({ requests }) => requests.some(({ endpoint }) => NUMBERS.some((one) => one === endpoint)),
  labels: ({ requests }) =>
    requests.some(({ endpoint }) => endpoint === 'reports' || endpoint === 'export.csv'),
  'no-photos': ({ requests }) => requests.some(({ to }) => to === 'photos'),
};

function survives(scene: string, what: string, made: string, at: string): ClientRule {
  return {
    id: `survives.${scene}`,
    promise: `The client does not crash on ${what}.`,
    made,
    at,
    level: 'must',
    endpoints: ALL,
    check(run) {
      if (run.scene.id !== scene || run.requests.length === 0 || MEANT[scene]?.(run) === false) return null;
      const { kind, text } = run.ending;
      if (kind !== 'crashed') return [];
      const message = 'the client failed';
      const { number } = run.requests.at(-1) ?? {};
      return [{ message, seen: text, stage: 'rules', ...(number === undefined ? {} : { exchange: number }) }];
    },
  };
}
