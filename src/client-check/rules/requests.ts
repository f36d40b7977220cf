import type { Endpoint } from '../../../conformance/contract/operations.ts';
import { parametersOf } from '../../../conformance/contract/operations.ts';
import type { Finding } from '../../../conformance/contract/outcomes.ts';
import { createRedact } from '../../../conformance/requests/credentials.ts';
import { type ClientRun, NOTHING, type SeenRequest } from '../session.ts';
import { checkEach, type RuleText, rules, shownAuthorization, shownBy, toApi } from './rule.ts';

const DATED: readonly Endpoint[] = ['chart', 'patterns', 'export.csv'];
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The key, the paths and the parameters of requests. */
export const requestRules = rules([
  {
    id: 'key.header',
    promise: 'Every request of the API has the header `Authorization: Token KEY`.',
    made: 'Every request needs the header Authorization with the word Token, one space and the key.',
    at: 'Authentication',
    check: (run, { key }) =>
      checkEach(
        // Where no response can be read, a client may look without the key if anything responds.
        toApi(run).filter(
          ({ endpoint, response }) => endpoint !== null && ![0, 307].includes(response.status),
        ),
        (request) => {
          const { authorization = '' } = request.headers;
          // The names of schemes have no case (RFC 9110, section 11.1).
          if (authorization.replace(/^token/i, 'Token') === `Token ${key}`) return null;
          const seen = shownAuthorization(authorization, key) ?? '';
          return shownBy(request, 'no such header', 'Token $HEADCOUNT_API_KEY', seen);
        },
      ),
  },
  {
    id: 'key.not-in-url',
    promise: 'The key is in no URL, where logs and histories would keep it.',
    made: 'The key belongs in a header. URLs are logged and shared, so they must hold no credentials.',
    at: 'Authentication; RFC 9110, section 17.9',
    check: ({ requests }, { key }) =>
      checkEach(requests, (request) =>
        holdsKey(request.url.href, key) ? shownBy(request, 'the key is in the URL') : null,
      ),
  },
  {
    id: 'key.not-for-photos',
    promise: 'The key is not sent to the host of the photos.',
    made: 'Photos have URLs on a host of their own, which has no part in authentication.',
    at: 'Highlight; Report; RFC 6454, section 3',
    endpoints: ['highlights', 'reports'],
    check: (run, { key }) => keyElsewhere(run, 'photos', key),
  },
  {
    id: 'key.not-for-other-origins',
    promise: 'A `next` or a redirect to another origin is not followed with the key.',
    made: 'The key is for the deployment that issued it. A link can lead anywhere.',
    at: 'Behavior rules; RFC 6454, section 3',
    check(run, { key }) {
      const leadsAway = ({ endpoint, response }: SeenRequest) =>
        response.status === 307 || (run.scene.hasForeignNext === true && endpoint === 'reports');
      return toApi(run).some(leadsAway) ? (keyElsewhere(run, 'elsewhere', key) ?? []) : null;
    },
  },
  {
    id: 'requests.method',
    promise: 'Requests use the method GET.',
    made: 'Everything is read with GET.',
    at: 'What the service does',
    check: (run) =>
      checkEach(toApi(run), (request) =>
        ['GET', 'HEAD'].includes(request.method)
          ? null
          : shownBy(request, 'another method', 'GET', request.method),
      ),
  },
  {
    id: 'requests.path',
    promise: 'Requests go to the paths of the form.',
    made: 'The endpoints of each form are listed, below the path of the version.',
    at: 'Endpoints; Versioning',
    check: (run) =>
      checkEach(
        run.requests.filter(
          (request) =>
            request.to === 'api' &&
            (request.url.pathname.startsWith('/api/') || request.headers.authorization !== undefined) &&
            !NOTHING.test(lastPart(request)),
        ),
        (request) =>
          request.endpoint === null
            ? shownBy(request, `no operation has the path ${request.url.pathname}`)
            : null,
      ),
  },
  {
    id: 'parameters.known',
    promise: 'Each endpoint gets only the parameters that it has, each once.',
    made: 'Every parameter is listed with its endpoint. A deployment may reject others.',
    at: 'Parameters',
    check: (run, { key }) =>
      checkEach(withQuery(run), (request) => {
        const known = ([1, 2] as const).flatMap((form) => parametersOf(form, request.endpoint ?? ''));
        // A parameter that holds the key breaks the rule about the key.
        const names = [...request.url.searchParams]
          .filter(([, value]) => !value.includes(key))
          .map(([name]) => name);
        const unknown = names.find((name) => !known.some((parameter) => parameter.name === name));
        if (unknown !== undefined) return shownBy(request, `${request.endpoint} has no parameter ${unknown}`);
        const repeated = names.find((name, at) => names.indexOf(name) < at);
        return repeated === undefined ? null : shownBy(request, `${repeated} is given more than once`);
      }),
  },
  {
    id: 'parameters.dates',
    promise: '`since` and `until` are days that exist, as `YYYY-MM-DD`.',
    made: 'Dates are written YYYY-MM-DD. The response to any other is not described.',
    at: 'Parameters',
    endpoints: DATED,
    check: (run) =>
      checkEach(withDates(run), (request) => {
        const wrong = datesOf(request).find((text) => !isDate(text));
        return wrong === undefined ? null : shownBy(request, 'not a date', 'YYYY-MM-DD', wrong);
      }),
  },
  {
    id: 'parameters.range',
    promise: '`since` is not after `until`.',
    made: 'The response to a range that ends before it begins is not described.',
    at: 'Gaps in the endpoint description',
    endpoints: DATED,
    check: (run) =>
      checkEach(withDates(run), (request) => {
        const [since, until] = ['since', 'until'].map((name) => request.url.searchParams.get(name) ?? '');
        const isReversed =
          [since, until].every((text) => isDate(text ?? '')) && (since ?? '') > (until ?? '');
        return isReversed ? shownBy(request, `since (${since}) is after until (${until})`) : null;
      }),
  },
  bounded('limit', 'reports', 200),
  { ...bounded('days', 'highlights', 60), form: 2 },
]);

function keyElsewhere(
  { requests }: ClientRun,
  to: SeenRequest['to'],
  key: string,
): readonly Finding[] | null {
  return checkEach(
    requests.filter((request) => request.to === to),
    (request) =>
      [request.url.href, ...Object.values(request.headers)].some((text) => holdsKey(String(text), key))
        ? shownBy(request, `the key was sent to ${request.url.origin}, which is not the deployment`)
        : null,
  );
}

/** True if a text has the key, in any of the ways in which one is written. */
function holdsKey(text: string, key: string): boolean {
  return createRedact(key)(text) !== text;
}

/** A rule for a parameter that is an integer from 1 to a maximum. */
function bounded(name: string, endpoint: Endpoint, maximum: number): RuleText {
  return {
    id: `parameters.${name}`,
    promise: `\`${name}\` is an integer from 1 to ${maximum}.`,
    made: `The maximum of ${name} is ${maximum}. The response to more is not described.`,
    at: 'Parameters; Limits',
    endpoints: [endpoint],
    check: (run) =>
      checkEach(
        toApi(run).filter((request) => request.endpoint === endpoint && request.url.searchParams.has(name)),
        (request) => {
          const text = request.url.searchParams.get(name) ?? '';
          const isAllowed = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maximum;
          return isAllowed ? null : shownBy(request, name, `1 to ${maximum}`, text);
        },
      ),
  };
}

function withQuery(run: ClientRun): readonly SeenRequest[] {
  return toApi(run).filter(({ endpoint, url }) => endpoint !== null && url.search.length > 1);
}

function withDates(run: ClientRun): readonly SeenRequest[] {
  return toApi(run).filter(
    (request) => DATED.includes(request.endpoint ?? '') && datesOf(request).length > 0,
  );
}

function datesOf({ url }: SeenRequest): readonly string[] {
  return ['since', 'until'].flatMap((name) => url.searchParams.getAll(name));
}

function isDate(text: string): boolean {
  try {
    return DATE.test(text) && Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** The last part of the path of a URL. */
export function lastPart({ url }: Pick<SeenRequest, 'url'>): string {
  return url.pathname.split('/').at(-1) ?? '';
}
