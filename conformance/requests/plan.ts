import type { Form } from '../contract/types.ts';
import { endPageStep, walkStep } from '../facts/facts.ts';
import { credentialSteps, methodSteps, spareSteps } from './refused-requests.ts';
import { documentSteps, fixed, highlightSteps, pageSteps, rangeSteps, type Step } from './steps.ts';

/** The whole plan for a form: always the same steps in the same order; only dates and cursors depend on the answers. */
export function planOf(form: Form): readonly Step[] {
  return [
    fixed(
      walkStep,
      'first page of the walk; what is on it existed before everything else was asked',
      'reports',
      { limit: '200' },
      'walk',
    ),
    ...documentSteps(form),
    {
      ...fixed(
        walkStep,
        'the rest of the feed, by the cursor of next',
        'reports',
        { limit: '200', cursor: '…' },
        'walk',
      ),
    },
    ...rangeSteps(),
    ...pageSteps(),
    ...(form === 2
      ? highlightSteps()
      : [fixed('other-form', 'the endpoint that only the other form has', 'highlights', {})]),
    ...credentialSteps(form),
    ...methodSteps(),
    {
      ...fixed('chart-end', 'today, again at the end: has a new day begun?', 'chart', {}),
      request: ({ picks }) =>
        picks.isMidnightFar ? { nothing: 'no new day can have begun' } : { endpoint: 'chart' },
    },
    ...spareSteps(form),
    fixed('status-end', 'the estimate, again at the end', 'status', {}),
    fixed(endPageStep, 'the first page, again at the end: did reports come in?', 'reports', {}),
  ];
}
