import type { Form } from '../contract/contract.ts';
import { isObject, parseJson } from '../contract/json.ts';
import { type Endpoint, endpointsOf, isCsv, parametersOf } from '../contract/operations.ts';
import { type HttpResponse, unspecifiedPrefix } from './exchange.ts';
import { methodStep, moreCredentialSteps, postedFirst, sharedEndpointsOf } from './rejected-requests.ts';
import {
  boundedParametersOf,
  dated,
  daysShown,
  documentStepId,
  emptyDays,
  fixed,
  isPaged,
  nameOf,
  optionalLinkSteps,
  rangeEndpointsOf,
  type Step,
  unless,
} from './steps.ts';

/**
 * Requests that are sent if the budget has room, the likeliest to find something first. The last of them need a larger budget,
 * on any store.
 */
export function optionalSteps(form: Form): readonly Step[] {
  const endpoints = endpointsOf(form);
  const csv = endpoints.filter(isCsv);
  const ranged = rangeEndpointsOf(form).filter((endpoint) => endpoint !== 'chart' && !isCsv(endpoint));
  const [feed = '', first = ''] = postedFirst(form);
  return eachOnce([
    ...(form === 2 ? [dayToCompare()] : []),
    ...boundedParametersOf(form).map(({ endpoint, name }) => minimum(endpoint, name)),
    ...[...ranged, ...csv].map(withoutReports),
    ...sharedEndpointsOf(form).map((endpoint) => methodStep('POST', endpoint, 'optional')),
    unspecifiedDate(form),
    ...endpoints.map((endpoint) => methodStep('POST', endpoint, 'optional')),
    unspecifiedRange(form),
    methodStep('PUT', feed, 'optional'),
    methodStep('PATCH', first, 'optional'),
    ...optionalLinkSteps(),
    fixed('status-fourth', 'the estimate, once more', 'status', {}, 'optional'),
    ...unspecifiedValues(form),
    ...['PUT', 'PATCH'].flatMap((method) =>
      endpoints.map((endpoint) => methodStep(method, endpoint, 'optional')),
    ),
    ...Array.from({ length: 5 }, (_, at) => dayOfWeek(at)),
    ...moreCredentialSteps(form),
    ...Array.from({ length: 4 }, (_, at) =>
      fixed(`status-more-${at + 1}`, 'the estimate, for what fails now and then', 'status', {}, 'optional'),
    ),
  ]).filter(({ id }) => !postedFirst(form).some((endpoint) => id === `method-POST-${endpoint}`));
}

function eachOnce(steps: readonly Step[]): readonly Step[] {
  return [...new Map(steps.map((step) => [step.id, step])).values()];
}

/** The minimum, if the maximum has not shown that the parameter counts. */
function minimum(endpoint: Endpoint, name: string): Step {
  const step = fixed(`${nameOf(endpoint)}-1`, 'the minimum', endpoint, { [name]: '1' }, 'optional');
  return unless(step, ({ responses }) => {
    const [usual, most] = [documentStepId(endpoint, 'key'), `${nameOf(endpoint)}-${name}`].map((id) =>
      daysShown(responses.get(id)),
    );
    return (most ?? 0) > (usual ?? 0) ? `${endpoint} shows more with a larger ${name}` : undefined;
  });
}

function withoutReports(endpoint: Endpoint): Step {
  const id = `${nameOf(endpoint)}-empty`;
  return dated(id, 'days without reports', endpoint, emptyDays, ({ empty }) => empty, 'optional');
}

/** Another day of the same week, whose window must have the same clock times. */
function dayOfWeek(at: number): Step {
  const shown = { since: `DAY${at + 1}`, until: `DAY${at + 1}` };
  return unless(
    dated(
      `chart-week-${at + 1}`,
      'one more day of that week',
      'chart',
      shown,
      ({ week }) => ({ since: week[at] ?? '', until: week[at] ?? '' }),
      'optional',
    ),
    ({ probeDates }) => (at < probeDates.week.length ? undefined : 'the week has no more days that are over'),
  );
}

/**
 * A third day of the week, if the windows of the other two differ: one of them may be a Sunday, with which another week may begin.
 */
function dayToCompare(): Step {
  return unless(
    dated(
      'chart-week-day',
      'one more day of that week, if the windows of the others differ',
      'chart',
      { since: 'DAY0', until: 'DAY0' },
      ({ week }) => ({ since: week[0] ?? '', until: week[0] ?? '' }),
      'optional',
    ),
    ({ responses, probeDates }) => {
      if (probeDates.week.length === 0) return 'the week has no more days that are over';
      const [one, other] = ['chart-day', 'chart-other-day'].map((step) => windowOf(responses.get(step)));
      return one === undefined || other === undefined || one === other
        ? 'the windows of the week are equal'
        : undefined;
    },
  );
}

/** The clock times of a chart's open window. */
function windowOf(response: HttpResponse | undefined): string | undefined {
  const body = parseJson(response?.body ?? '');
  const window = isObject(body) ? body['open_window'] : undefined;
  if (!isObject(window)) return undefined;
  const clocks = [window['start'], window['end']].map((time) => /T(\d\d:?\d\d)/i.exec(String(time))?.[1]);
  return clocks.join(' to ');
}

/** Dates that no parameter allows: rejected or not, they must not cause a server error. */
function unspecifiedDate(form: Form): Step {
  const [endpoint = ''] = rangeEndpointsOf(form);
  return unspecified('date', endpoint, { since: '2026-02-30', until: 'yesterday' });
}

/** A range that ends before it starts: rejected or not, it must not cause a server error. */
function unspecifiedRange(form: Form): Step {
  const endpoint = rangeEndpointsOf(form).at(-1) ?? '';
  return unspecified('range', endpoint, { since: '2026-02-02', until: '2026-02-01' });
}

/** Other values that no parameter allows. */
function unspecifiedValues(form: Form): readonly Step[] {
  return endpointsOf(form).flatMap((endpoint) =>
    parametersOf(form, endpoint).flatMap(({ name, kind }) => {
      if (kind === 'date') return [];
      const value = kind === 'text' ? `no-${name}-at-all` : isPaged(form, endpoint) ? '0' : '-1';
      return [unspecified(name, endpoint, { [name]: value })];
    }),
  );
}

function unspecified(name: string, endpoint: Endpoint, params: Readonly<Record<string, string>>): Step {
  const purpose = 'rejected or not, but no server error';
  return fixed(`${unspecifiedPrefix}${name}`, purpose, endpoint, params, 'optional');
}
