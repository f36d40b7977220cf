import type { Form } from '../contract/contract.ts';
import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import { endpointsOf } from '../contract/operations.ts';
import { endPageStep, type HttpResponse, walkStep } from './exchange.ts';
import { optionalSteps } from './optional-requests.ts';
import { credentialSteps, methodSteps } from './rejected-requests.ts';
import { rereadingSteps } from './rereading.ts';
import { documentSteps, fixed, following, maximumSteps, pageSteps, rangeSteps, type Step } from './steps.ts';

/** The whole plan for a form: always the same steps in the same order; only dates and cursors depend on responses. */
export function planOf(form: Form): readonly Step[] {
  return [
    fixed(
      walkStep,
      'first page of the walk; its reports existed before any other request',
      'reports',
      { limit: '200' },
      'walk',
    ),
    ...documentSteps(form),
    fixed(
      walkStep,
      'the rest of the feed, by the cursor in next',
      'reports',
      { limit: '200', cursor: '…' },
      'walk',
    ),
    ...rangeSteps(form),
    fixed('status-again', 'the estimate, in the middle of the run', 'status', {}),
    ...pageSteps(),
    ...maximumSteps(form),
    ...otherFormSteps(form),
    ...credentialSteps(form),
    ...methodSteps(form),
    {
      ...fixed('chart-end', 'today, again at the end: has a new day begun?', 'chart', {}),
      request: ({ probeDates }) =>
        probeDates.isMidnightFar ? { skip: 'no new day can have begun' } : { endpoint: 'chart' },
    },
    ...rereadingSteps(1),
    ...optionalSteps(form),
    ...rereadingSteps(3),
    fixed('status-end', 'the estimate, again at the end', 'status', {}),
    endPage(),
    afterEndPage(),
  ];
}

/** The smallest page, which shows whether reports arrived. If reports share a time, it is larger and ends between two of them. */
function endPage(): Step {
  const step = fixed(endPageStep, 'the smallest page, at the end: did reports arrive?', 'reports', {
    limit: '1',
  });
  return {
    ...step,
    request: ({ responses }) => ({
      endpoint: 'reports',
      params: { limit: String(sizeWithinTie(responses.get(walkStep)) ?? 1) },
    }),
  };
}

/** A cursor that holds only a time loses or repeats reports of the same time here. */
function afterEndPage(): Step {
  const step = following(
    `${endPageStep}-next`,
    'the page after it, if both have reports of one time',
    'next',
    [endPageStep],
  );
  return {
    ...step,
    needless: (firstPage) =>
      sizeWithinTie(firstPage) === undefined ? 'no two of the newest reports have the same time' : undefined,
  };
}

/** The size of the smallest page that ends between two reports of the same time; undefined if there is none up to 100. */
export function sizeWithinTie(firstPage: HttpResponse | undefined): number | undefined {
  const times = arrayIn(parseJson(firstPage?.body ?? ''), 'results').map((report) =>
    isObject(report) ? report['created_at'] : undefined,
  );
  const at = times.slice(0, 101).findIndex((time, index) => index > 1 && time === times[index - 1]);
  return at === -1 ? undefined : at;
}

/** The endpoints that only the other form has. */
function otherFormSteps(form: Form): readonly Step[] {
  return endpointsOf(form === 1 ? 2 : 1)
    .filter((endpoint) => !endpointsOf(form).includes(endpoint))
    .map((endpoint) => fixed('other-form', 'an endpoint that only the other form has', endpoint, {}));
}
