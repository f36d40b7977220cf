import type { Form } from '../contract/contract.ts';
import { type Endpoint, endpointsOf, parametersOf } from '../contract/operations.ts';
import { limits } from '../safety/limits.ts';
import type { Credential, HttpResponse, RequestSpec } from './exchange.ts';
import type { ProbeDates } from './probe-dates.ts';

/** The links of a page of the feed that a step of the plan has read. */
export interface PageLinks {
  readonly step: string;
  readonly next: unknown;
  readonly previous: unknown;
}

/** The input from which a step builds its request. */
export interface StepInput {
  readonly pages: readonly PageLinks[];
  readonly probeDates: ProbeDates;
  /** The responses so far, by step; of a step with several, the first. */
  readonly responses: ReadonlyMap<string, HttpResponse>;
  /** The request to repeat; only for the steps that repeat one. */
  readonly rereading?: RequestSpec;
}

/** One step of the plan. */
export interface Step {
  readonly id: string;
  readonly purpose: string;
  /**
   * `documents`: a transaction of the documents, which Dredd checks. `walk`: as many pages as the budget allows.
   * `optional`: sent if the budget still has room after the walk.
   */
  readonly kind: 'documents' | 'walk' | 'single' | 'optional';
  /** The request as the printed plan shows it. */
  readonly shown: string;
  /** The request, or why the step is skipped. */
  readonly request: (seen: StepInput) => RequestSpec | { readonly skip: string };
  /** Why the first page of the feed shows that the step is not needed, so that the walk may use its request. */
  readonly needless?: (firstPage: HttpResponse | undefined) => string | undefined;
}

/** A step whose request is known in advance. */
export function fixed(
  id: string,
  purpose: string,
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  kind: Step['kind'] = 'single',
): Step {
  return { id, purpose, kind, shown: show({ endpoint, params }), request: () => ({ endpoint, params }) };
}

/** The request as one line. */
export function show({ method = 'GET', endpoint, params = {}, credential = 'key' }: RequestSpec): string {
  const query = Object.entries(params).map(([name, value]) => `${name}=${value}`);
  return `${method} /api/v1/${endpoint}${query.length > 0 ? `?${query.join('&')}` : ''}${credential === 'key' ? '' : `  (credential: ${credential})`}`;
}

/** The transactions of the documents that a client can trigger: with the key, and without. */
export function documentSteps(form: Form): readonly Step[] {
  return endpointsOf(form).flatMap((endpoint) =>
    (['key', 'none'] as const).map((credential): Step => {
      const spec = { endpoint, credential };
      const purpose = credential === 'key' ? 'as documented, without parameters' : 'rejected without a key';
      const id = documentStepId(endpoint, credential);
      return { id, purpose, kind: 'documents', shown: show(spec), request: () => spec };
    }),
  );
}

export function documentStepId(endpoint: Endpoint, credential: Credential): string {
  return `documents-${endpoint}-${credential}`;
}

/** A step that requests chosen dates; `shown` names them in the printed plan. */
export function dated(
  id: string,
  purpose: string,
  endpoint: Endpoint,
  shown: Readonly<Record<string, string>>,
  params: (probeDates: ProbeDates) => Readonly<Record<string, string>>,
  kind: Step['kind'] = 'single',
): Step {
  return {
    id,
    purpose,
    kind,
    shown: show({ endpoint, params: shown }),
    request: ({ probeDates }) => ({ endpoint, params: { ...params(probeDates) } }),
  };
}

const theDay = { since: 'DAY', until: 'DAY' };
const onDay = ({ day }: ProbeDates) => ({ since: day, until: day });

/** Ranges of days: a single day, one end only, and both ends. */
export function rangeSteps(form: Form): readonly Step[] {
  const ranged = rangeEndpointsOf(form).filter((endpoint) => endpoint !== 'chart');
  return [
    dated('chart-day', 'a single past day', 'chart', theDay, onDay),
    dated(
      'chart-other-day',
      'another day of that week, or the day of a clock change',
      'chart',
      { since: 'OTHER', until: 'OTHER' },
      ({ otherDay }) => ({ since: otherDay, until: otherDay }),
    ),
    dated(
      'chart-pair',
      'two days, without reports unless the other day has none',
      'chart',
      { since: 'PAIR', until: 'PAIR+1' },
      ({ pair }) => pair,
    ),
    ...oneSidedSteps('chart'),
    dated('chart-days', 'a few days', 'chart', { since: 'FIRST', until: 'FIRST+6' }, ({ few }) => few),
    dated(
      'chart-wide',
      'a hundred days or more',
      'chart',
      { since: 'LAST-99', until: 'LAST' },
      ({ wide }) => wide,
    ),
    dated(
      'chart-long',
      'three weeks: daily or weekly averages',
      'chart',
      { since: 'END-20', until: 'END' },
      ({ long }) => long,
    ),
    ...ranged.flatMap((endpoint) => [
      dated(`${nameOf(endpoint)}-day`, 'the same single day', endpoint, theDay, onDay),
      dated(
        `${nameOf(endpoint)}-ends`,
        'two different ends, on days with reports',
        endpoint,
        { since: 'END-20', until: 'END' },
        ({ ends }) => ends,
      ),
      ...oneSidedSteps(endpoint),
    ]),
  ];
}

/** The step, unless the run has shown why it is not needed. */
export function unless(step: Step, reason: (seen: StepInput) => string | undefined): Step {
  return {
    ...step,
    request: (seen) => {
      const skip = reason(seen);
      return skip === undefined ? step.request(seen) : { skip };
    },
  };
}

/** Two days without reports, as the printed plan shows them. */
export const emptyDays = { since: 'EMPTY', until: 'EMPTY+1' };

function oneSidedSteps(endpoint: Endpoint): readonly Step[] {
  const name = nameOf(endpoint);
  return [
    dated(`${name}-since`, 'only the start given', endpoint, { since: 'SINCE' }, ({ since }) => ({ since })),
    dated(`${name}-until`, 'only the end given', endpoint, { until: 'UNTIL' }, ({ until }) => ({ until })),
  ];
}

/** Endpoints that take a range of days. */
export function rangeEndpointsOf(form: Form): readonly Endpoint[] {
  return endpointsOf(form).filter((endpoint) => {
    const names = parametersOf(form, endpoint).map(({ name }) => name);
    return names.includes('since') && names.includes('until');
  });
}

/** An endpoint's name in step ids: the path without its extension. */
export function nameOf(endpoint: Endpoint): string {
  return endpoint.replace(/\..*$/, '');
}

/** A page far above the maximum, if the walk has not asked for one. */
export function pageSteps(): readonly Step[] {
  return [
    unless(
      fixed(overStep('reports'), 'far above the maximum', 'reports', { limit: farAbove }),
      ({ responses }) => (responses.has(overStep('reports')) ? 'sent as a page of the walk' : undefined),
    ),
  ];
}

/** A page size far above any maximum. */
export const farAbove = '1000';

/** Links that the walk mostly covers: the page after the default one, the way back, and the page after the smallest one. */
export function optionalLinkSteps(): readonly Step[] {
  const steps = [
    following('reports-default-next', 'the page after the first default page', 'next', [
      documentStepId('reports', 'key'),
    ]),
    following('reports-back', 'back from the page after the first', 'previous', ['reports-default-next']),
    fixed('reports-one', 'the smallest page', 'reports', { limit: '1' }),
    following('reports-one-next', 'the page after the smallest', 'next', ['reports-one']),
  ];
  return steps.map((step) => ({ ...step, kind: 'optional' }));
}

/**
 * Follows the link of the first of the steps whose page has one. Sends the parameters of the link to the target; the origin in
 * the link is never visited.
 */
export function following(
  id: string,
  purpose: string,
  link: 'next' | 'previous',
  from: readonly string[],
): Step {
  return {
    id,
    purpose,
    kind: 'single',
    shown: `GET /api/v1/reports?cursor=…  (${link} of ${from[0]})`,
    request: ({ pages }) => {
      const links = from.map((step) => pages.find((page) => page.step === step)?.[link]);
      const params = links.map(linkParams).find((one) => one !== undefined);
      return params === undefined
        ? { skip: `${link} of ${from.join(' and ')} is null or carries no parameters` }
        : { endpoint: 'reports', params };
    },
  };
}

/** Checks whether a link is longer than the gate follows. */
export function isTooLong(link: unknown): boolean {
  return typeof link === 'string' && link.length > limits.linkLength;
}

/** The query parameters of a link to a page; undefined if it has none, or is longer than the gate follows. */
export function linkParams(link: unknown): Readonly<Record<string, string>> | undefined {
  const url =
    typeof link === 'string' && !isTooLong(link) ? URL.parse(link, 'http://relative.invalid') : null;
  const params = Object.fromEntries(url?.searchParams ?? []);
  return Object.keys(params).length > 0 ? params : undefined;
}

/**
 * Integer parameters far above their maximum, and then at it; below it if the first response is capped and so has shown the
 * maximum. Page sizes have their own steps.
 */
export function maximumSteps(form: Form): readonly Step[] {
  return boundedParametersOf(form).flatMap(({ endpoint, name, maximum }) => {
    const over = { [name]: String(Math.max(365, 5 * maximum)) };
    const atMost = { [name]: String(maximum) };
    const below = { [name]: String(Math.round(maximum / 3)) };
    return [
      fixed(overStep(endpoint), 'far above the maximum', endpoint, over),
      {
        ...fixed(
          `${nameOf(endpoint)}-${name}`,
          'the maximum, or below it if already shown',
          endpoint,
          atMost,
        ),
        request: ({ responses }) => ({
          endpoint,
          params: daysShown(responses.get(overStep(endpoint))) > maximum - 10 ? below : atMost,
        }),
      },
    ];
  });
}

/** The number of days from the first to the last date of a response, both included; 0 for any other response. */
export function daysShown(response: HttpResponse | undefined): number {
  if (response?.status !== 200) return 0;
  const dates = [...response.body.matchAll(/"date"\s*:\s*"(\d{4}-\d\d-\d\d)"/g)]
    .map(([, date = '']) => Date.parse(date) / 86_400_000)
    .filter((day) => !Number.isNaN(day));
  const [first, last] = extremesOf(dates);
  return dates.length === 0 ? 0 : last - first + 1;
}

function extremesOf(values: readonly number[]): readonly [number, number] {
  return [
    values.reduce((a, b) => Math.min(a, b), Infinity),
    values.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
}

/** Integer parameters with a maximum, of endpoints without pages. */
export function boundedParametersOf(
  form: Form,
): readonly { readonly endpoint: Endpoint; readonly name: string; readonly maximum: number }[] {
  return endpointsOf(form)
    .filter((endpoint) => !isPaged(form, endpoint))
    .flatMap((endpoint) =>
      parametersOf(form, endpoint).flatMap(({ name, kind, maximum }) =>
        kind === 'integer' && maximum !== undefined ? [{ endpoint, name, maximum }] : [],
      ),
    );
}

/** Checks whether the endpoint is read page by page. */
export function isPaged(form: Form, endpoint: Endpoint): boolean {
  return parametersOf(form, endpoint).some(({ name }) => name === 'cursor');
}

/** Step that asks for more than the maximum, which may be rejected. */
export function overStep(endpoint: Endpoint): string {
  return `${nameOf(endpoint)}-over`;
}
