import type { Form } from '../contract/contract.ts';
import { type Endpoint, endpointsOf, isCsv, parametersOf } from '../contract/operations.ts';
import { type Credential, unspecifiedPrefix } from './exchange.ts';
import {
  boundedParametersOf,
  dated,
  emptyDays,
  fixed,
  isPaged,
  linkParams,
  nameOf,
  optionalLinkSteps,
  rangeEndpointsOf,
  type Step,
  type StepInput,
  show,
} from './steps.ts';

/** Keys that were never issued. Each endpoint gets one; endpoints after the fourth get the first. */
const unknownKeys: readonly (readonly [Credential, string])[] = [
  ['wrong', 'a key that was never issued'],
  ['truncated', 'the key without its last character'],
  ['headless', 'the key without its first character'],
  ['extended', 'the key with one character added'],
];

/**
 * Malformed credentials, each with the position of its endpoint among those that both forms have. The positions are fixed, so
 * that a new endpoint does not move the others.
 */
const malformed: readonly (readonly [Credential, number, string])[] = [
  ['bearer', 3, 'another scheme'],
  ['basic', 2, 'another scheme'],
  ['bare', 1, 'no keyword'],
  ['joined', 4, 'no space after the keyword'],
  ['keyword-only', 0, 'no key'],
  ['trailing', 4, 'something after the key'],
  ['elsewhere', 0, 'the key in the query, in a cookie and in other headers'],
];

/** Requests that must be rejected: every endpoint with an unknown key, and each malformed credential once. */
export function credentialSteps(form: Form): readonly Step[] {
  const endpoints = endpointsOf(form);
  const shared = endpoints.filter((endpoint) => endpointsOf(form === 1 ? 2 : 1).includes(endpoint));
  return [
    ...endpoints.map((endpoint, at) => {
      const [credential, purpose] = unknownKeys[at] ?? (['wrong', 'a key that was never issued'] as const);
      return rejected(endpoint, credential, purpose, (seen) => typicalParams(form, endpoint, seen));
    }),
    ...malformed.map(([credential, at, purpose]) => rejected(shared[at] ?? '', credential, purpose)),
  ];
}

function rejected(
  endpoint: Endpoint,
  credential: Credential,
  purpose: string,
  params: (seen: StepInput) => Readonly<Record<string, string>> = () => ({}),
): Step {
  return {
    id: `refused-${endpoint}-${credential}`,
    purpose,
    kind: 'single',
    shown: show({ endpoint, credential }),
    request: (seen) => ({ endpoint, credential, params: params(seen) }),
  };
}

/** Parameters that the endpoint takes, since a service may check keys on some of its requests only. */
function typicalParams(
  form: Form,
  endpoint: Endpoint,
  { pages, probeDates }: StepInput,
): Readonly<Record<string, string>> {
  if (isPaged(form, endpoint))
    return linkParams(pages.find(({ next }) => typeof next === 'string')?.next) ?? {};
  if (rangeEndpointsOf(form).includes(endpoint)) return { since: probeDates.day, until: probeDates.day };
  const bounded = boundedParametersOf(form).find((one) => one.endpoint === endpoint);
  return bounded === undefined ? {} : { [bounded.name]: String(bounded.maximum) };
}

/** POST with an empty body to the feed and to the first endpoint; the others follow if the budget has room. DELETE is never sent. */
export function methodSteps(form: Form): readonly Step[] {
  return postedFirst(form).map((endpoint) => methodStep('POST', endpoint, 'single'));
}

function postedFirst(form: Form): readonly Endpoint[] {
  const endpoints = endpointsOf(form);
  return [...endpoints.filter((endpoint) => isPaged(form, endpoint)), ...endpoints.slice(0, 1)];
}

/** Requests that are sent if the budget has room: other methods, empty ranges, and parameters that must not break a service. */
export function optionalSteps(form: Form): readonly Step[] {
  const endpoints = endpointsOf(form);
  const posted = postedFirst(form);
  const [feed = '', first = ''] = posted;
  const csv = endpoints.filter(isCsv);
  const ranged = rangeEndpointsOf(form).filter((endpoint) => endpoint !== 'chart' && !isCsv(endpoint));
  const withoutReports = 'days without reports';
  return [
    ...boundedParametersOf(form).map(({ endpoint, name }) =>
      fixed(`${nameOf(endpoint)}-1`, 'the minimum', endpoint, { [name]: '1' }, 'optional'),
    ),
    ...csv.map((endpoint) =>
      dated(
        `${nameOf(endpoint)}-empty`,
        withoutReports,
        endpoint,
        emptyDays,
        ({ empty }) => empty,
        'optional',
      ),
    ),
    ...endpoints
      .filter((endpoint) => !posted.includes(endpoint))
      .map((endpoint) => methodStep('POST', endpoint, 'optional')),
    ...ranged.flatMap((endpoint) => [
      dated(
        `${nameOf(endpoint)}-long`,
        'three weeks',
        endpoint,
        { since: 'END-20', until: 'END' },
        ({ long }) => long,
        'optional',
      ),
      dated(
        `${nameOf(endpoint)}-empty`,
        withoutReports,
        endpoint,
        emptyDays,
        ({ empty }) => empty,
        'optional',
      ),
    ]),
    ...optionalLinkSteps(),
    methodStep('PUT', feed, 'optional'),
    methodStep('PATCH', first, 'optional'),
    methodStep('PUT', endpoints[1] ?? first, 'optional'),
    ...unspecifiedSteps(form),
  ];
}

/** Values that no parameter allows: rejected or not, they must not cause a server error. */
function unspecifiedSteps(form: Form): readonly Step[] {
  const ranged = rangeEndpointsOf(form);
  const unspecified = (name: string, endpoint: Endpoint, params: Readonly<Record<string, string>>) =>
    fixed(
      `${unspecifiedPrefix}${name}`,
      'rejected or not, but no server error',
      endpoint,
      params,
      'optional',
    );
  return [
    ...ranged
      .slice(0, 1)
      .map((endpoint) => unspecified('date', endpoint, { since: '2026-02-30', until: 'yesterday' })),
    ...ranged
      .slice(-1)
      .map((endpoint) => unspecified('range', endpoint, { since: '2026-02-02', until: '2026-02-01' })),
    ...endpointsOf(form).flatMap((endpoint) =>
      parametersOf(form, endpoint).flatMap(({ name, kind }) => {
        if (kind === 'date') return [];
        const value = kind === 'text' ? `no-${name}-at-all` : isPaged(form, endpoint) ? '0' : '-1';
        return [unspecified(name, endpoint, { [name]: value })];
      }),
    ),
  ];
}

function methodStep(method: string, endpoint: Endpoint, kind: Step['kind']): Step {
  const spec = { endpoint, method };
  return {
    id: `method-${method}-${endpoint}`,
    purpose: 'a method that must neither read nor change anything; empty body',
    kind,
    shown: show(spec),
    request: () => spec,
  };
}
