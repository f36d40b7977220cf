import type { Form } from '../contract/types.ts';
import type { Credential, Endpoint, RequestSpec } from '../evidence/evidence.ts';
import type { Picks } from '../facts/probe-dates.ts';
import type { PageAnswer } from '../facts/responses.ts';

/** What a step may look at to make its request. */
export interface Seen {
  readonly pages: readonly PageAnswer[];
  readonly picks: Picks;
}

/** One step of the plan. */
export interface Step {
  readonly id: string;
  readonly purpose: string;
  /**
   * `documents`: one of the transactions of the documents, sent by Dredd. `walk`: as many pages as the budget has left.
   * `spare`: sent when the budget has still room after the walk.
   */
  readonly kind: 'documents' | 'walk' | 'single' | 'spare';
  /** How the request reads in the printed plan. */
  readonly shown: string;
  readonly contract?: boolean;
  /** The request, or why there is nothing to ask. */
  readonly request: (seen: Seen) => RequestSpec | { readonly nothing: string };
}

/** Endpoints of a form, in the order of the description. */
export function endpointsOf(form: Form): readonly Endpoint[] {
  return form === 1
    ? ['status', 'chart', 'patterns', 'reports', 'export.csv']
    : ['status', 'chart', 'patterns', 'highlights', 'reports', 'export.csv'];
}

/** A step whose request is known beforehand. */
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

/** The transactions that the documents describe and a client can bring about: with the key, and without. */
export function documentSteps(form: Form): readonly Step[] {
  return endpointsOf(form).flatMap((endpoint) =>
    (['key', 'none'] as const).map((credential): Step => {
      const spec = { endpoint, credential };
      const purpose = credential === 'key' ? 'as documented, without parameters' : 'refused without a key';
      return {
        id: documentStepId(endpoint, credential),
        purpose,
        kind: 'documents',
        contract: true,
        shown: show(spec),
        request: () => spec,
      };
    }),
  );
}

export function documentStepId(endpoint: Endpoint, credential: Credential): string {
  return `documents-${endpoint}-${credential}`;
}

function dated(
  id: string,
  purpose: string,
  endpoint: Endpoint,
  shown: Readonly<Record<string, string>>,
  params: (picks: Picks) => Readonly<Record<string, string>>,
): Step {
  return {
    id,
    purpose,
    kind: 'single',
    shown: show({ endpoint, params: shown }),
    request: ({ picks }) => ({ endpoint, params: params(picks) }),
  };
}

/** Ranges of days, each end alone and both together. */
export function rangeSteps(): readonly Step[] {
  const one = { since: 'DAY', until: 'DAY' };
  const day = ({ day: date }: Picks) => ({ since: date, until: date });
  return [
    dated('chart-day', 'a single day that is over', 'chart', one, day),
    dated(
      'chart-other-day',
      'another day of that week, or one of a clock change',
      'chart',
      { since: 'OTHER', until: 'OTHER' },
      ({ otherDay }) => ({ since: otherDay, until: otherDay }),
    ),
    dated(
      'chart-empty',
      'two days without reports',
      'chart',
      { since: 'EMPTY', until: 'EMPTY+1' },
      ({ empty }) => empty,
    ),
    dated('chart-since', 'only the beginning given', 'chart', { since: 'SINCE' }, ({ since }) => ({ since })),
    dated('chart-until', 'only the end given', 'chart', { until: 'UNTIL' }, ({ until }) => ({ until })),
    dated(
      'chart-long',
      'three weeks: daily or weekly averages',
      'chart',
      { since: 'END-20', until: 'END' },
      ({ long }) => long,
    ),
    dated(
      'chart-wide',
      'a hundred days or more',
      'chart',
      { since: 'LAST-99', until: 'LAST' },
      ({ wide }) => wide,
    ),
    dated('patterns-day', 'patterns of that single day', 'patterns', one, day),
    dated('patterns-since', 'only the beginning given', 'patterns', { since: 'SINCE' }, ({ since }) => ({
      since,
    })),
    dated('patterns-until', 'only the end given', 'patterns', { until: 'UNTIL' }, ({ until }) => ({ until })),
    dated('export-day', 'the day of the chart', 'export.csv', one, day),
    dated('export-since', 'only the beginning given', 'export.csv', { since: 'SINCE' }, ({ since }) => ({
      since,
    })),
    dated('export-until', 'only the end given', 'export.csv', { until: 'UNTIL' }, ({ until }) => ({ until })),
  ];
}

/** Page sizes, and a link followed to the next page. */
export function pageSteps(): readonly Step[] {
  const defaultPage = documentStepId('reports', 'key');
  return [
    fixed('reports-one', 'the smallest page', 'reports', { limit: '1' }),
    fixed('reports-over', 'far more than a page can hold', 'reports', { limit: '1000' }),
    following(
      'reports-default-next',
      'the page after the first default page',
      [defaultPage, 'reports-one'],
      'next',
    ),
  ];
}

/** Links that the walk and the default page show most of: the page after the smallest one, and the way back. */
export function spareLinkSteps(): readonly Step[] {
  const steps = [
    following('reports-back', 'back from the page after the first', ['reports-default-next'], 'previous'),
    following('reports-one-next', 'the page after the smallest', ['reports-one'], 'next'),
  ];
  return steps.map((step) => ({ ...step, kind: 'spare' }));
}

/**
 * Follows the link of the first of those steps whose page has it. Takes the cursor, and whatever else the link asks for, to the
 * target: the link's own origin is never visited.
 */
function following(id: string, purpose: string, from: readonly string[], link: 'next' | 'previous'): Step {
  return {
    id,
    purpose,
    kind: 'single',
    shown: `GET /api/v1/reports?cursor=…  (${link} of ${from[0]})`,
    request: ({ pages }) => {
      const links = from.map((step) => pages.find(({ exchange }) => exchange.step === step)?.[link]);
      const params = links.map(linkParams).find((one) => one !== undefined);
      return params === undefined
        ? { nothing: `${link} of ${from.join(' and ')} leads nowhere` }
        : { endpoint: 'reports', params };
    },
  };
}

/** The query parameters of a link to a page; undefined unless it has any. */
export function linkParams(link: unknown): Readonly<Record<string, string>> | undefined {
  const url = typeof link === 'string' ? URL.parse(link, 'http://relative.invalid') : null;
  const params = Object.fromEntries(url?.searchParams ?? []);
  return Object.keys(params).length > 0 ? params : undefined;
}

/** Look-backs of highlights. */
export function highlightSteps(): readonly Step[] {
  return [
    fixed('highlights-60', 'the longest look-back', 'highlights', { days: '60' }),
    fixed('highlights-over', 'more than there can be', 'highlights', { days: '365' }),
  ];
}
