import type { Form } from '../contract/contract.ts';
import { type Endpoint, endpointsOf } from '../contract/operations.ts';
import type { Credential } from './exchange.ts';
import {
  boundedParametersOf,
  isPaged,
  linkParams,
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

/** A date that does not exist: without a valid key, that must not matter. It looks like one, since firewalls block what doesn't. */
const NO_SUCH_DATE = { since: '2026-02-30' };

/**
 * Malformed credentials, each with the position of its endpoint among those that both forms have, and parameters if any. The
 * positions are fixed, so that a new endpoint does not move the others.
 */
const malformed: readonly (readonly [Credential, number, string, Readonly<Record<string, string>>?])[] = [
  ['bearer', 3, 'another scheme'],
  ['basic', 2, 'another scheme'],
  ['bare', 1, 'no keyword', NO_SUCH_DATE],
  ['joined', 0, 'no space after the keyword'],
  ['keyword-only', 0, 'no key'],
  // Exports are downloaded by links, so they are the likeliest to take a key in the query
  ['elsewhere', 4, 'the key in the query, in a cookie and in other headers'],
];

/** Requests that must be rejected: every endpoint with an unknown key, and each malformed credential once. */
export function credentialSteps(form: Form): readonly Step[] {
  const endpoints = endpointsOf(form);
  const shared = sharedEndpointsOf(form);
  return [
    ...endpoints.map((endpoint, at) => {
      const [credential, purpose] = unknownKeys[at] ?? (['wrong', 'a key that was never issued'] as const);
      return rejected(endpoint, credential, purpose, (seen) => typicalParams(form, endpoint, seen));
    }),
    ...malformed.map(([credential, at, purpose, params = {}]) =>
      rejected(shared[at] ?? '', credential, purpose, () => params),
    ),
  ];
}

/** The endpoints that both forms have. */
export function sharedEndpointsOf(form: Form): readonly Endpoint[] {
  return endpointsOf(form).filter((endpoint) => endpointsOf(form === 1 ? 2 : 1).includes(endpoint));
}

/** Credentials that one endpoint alone may accept, on the endpoints that have not had it; the last one on a single endpoint. */
export function moreCredentialSteps(form: Form): readonly Step[] {
  const shared = sharedEndpointsOf(form);
  const optional = (endpoint: Endpoint, credential: Credential, purpose: string) =>
    rejected(endpoint, credential, purpose, undefined, 'optional');
  const again = malformed.filter(([credential]) => ['bearer', 'bare', 'elsewhere'].includes(credential));
  return [
    ...again.flatMap(([credential, at, purpose]) =>
      endpointsOf(form)
        .filter((endpoint) => endpoint !== shared[at])
        .map((endpoint) => optional(endpoint, credential, purpose)),
    ),
    optional(shared[4] ?? '', 'trailing', 'something after the key'),
  ];
}

function rejected(
  endpoint: Endpoint,
  credential: Credential,
  purpose: string,
  params: (seen: StepInput) => Readonly<Record<string, string>> = () => ({}),
  kind: Step['kind'] = 'single',
): Step {
  return {
    id: `refused-${endpoint}-${credential}`,
    purpose,
    kind,
    shown: show({ endpoint, credential }),
    request: (seen) => ({ endpoint, credential, params: params(seen) }),
  };
}

/**
 * Parameters that the endpoint takes, since a service may check keys on some of its requests only. One endpoint gets a date that does not
 * exist.
 */
function typicalParams(
  form: Form,
  endpoint: Endpoint,
  { pages, probeDates }: StepInput,
): Readonly<Record<string, string>> {
  if (isPaged(form, endpoint))
    return linkParams(pages.find(({ next }) => typeof next === 'string')?.next) ?? {};
  if (endpoint === rangeEndpointsOf(form)[1]) return NO_SUCH_DATE;
  if (rangeEndpointsOf(form).includes(endpoint)) return { since: probeDates.day, until: probeDates.day };
  const bounded = boundedParametersOf(form).find((one) => one.endpoint === endpoint);
  return bounded === undefined ? {} : { [bounded.name]: String(bounded.maximum) };
}

/** POST with an empty body to the feed and to the first endpoint; the others follow if the budget has room. DELETE is never sent. */
export function methodSteps(form: Form): readonly Step[] {
  return postedFirst(form).map((endpoint) => methodStep('POST', endpoint, 'single'));
}

/** Endpoints that get a POST on every run. */
export function postedFirst(form: Form): readonly Endpoint[] {
  const endpoints = endpointsOf(form);
  return [...endpoints.filter((endpoint) => isPaged(form, endpoint)), ...endpoints.slice(0, 1)];
}

/** An empty request with a method that the endpoint does not have. */
export function methodStep(method: string, endpoint: Endpoint, kind: Step['kind']): Step {
  const spec = { endpoint, method };
  return {
    id: `method-${method}-${endpoint}`,
    purpose: 'a method that must neither read nor change anything; empty body',
    kind,
    shown: show(spec),
    request: () => spec,
  };
}
