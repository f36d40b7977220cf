import type { Form } from '../contract/types.ts';
import { type Credential, type Endpoint, oddStep } from '../evidence/evidence.ts';
import { fixed, linkParams, type Seen, type Step, show, spareLinkSteps } from './steps.ts';

interface Refusal {
  readonly endpoint: Endpoint;
  readonly credential: Credential;
  readonly purpose: string;
  /** Parameters, since a key may be asked for on some requests of an endpoint only. */
  readonly params?: (seen: Seen) => Readonly<Record<string, string>>;
}

/** Requests that have to be refused: every endpoint with a wrong key, the other malformed forms spread over them. */
export function credentialSteps(form: Form): readonly Step[] {
  const range = ({ picks }: Seen) => ({ since: picks.day, until: picks.day });
  const secondPage = ({ pages }: Seen) =>
    linkParams(pages.find(({ next }) => typeof next === 'string')?.next) ?? {};
  const notIssued = 'a key that was not issued';
  const refusals: readonly Refusal[] = [
    { endpoint: 'status', credential: 'wrong', purpose: notIssued },
    {
      endpoint: 'chart',
      credential: 'truncated',
      purpose: 'the key without its last character, on a day',
      params: range,
    },
    {
      endpoint: 'patterns',
      credential: 'headless',
      purpose: 'the key without its first character, on a day',
      params: range,
    },
    {
      endpoint: 'reports',
      credential: 'extended',
      purpose: 'the key with a character more, on a later page',
      params: secondPage,
    },
    { endpoint: 'export.csv', credential: 'wrong', purpose: `${notIssued}, on a day`, params: range },
    ...(form === 2
      ? [
          {
            endpoint: 'highlights',
            credential: 'wrong',
            purpose: notIssued,
            params: () => ({ days: '60' }),
          } as const,
        ]
      : []),
    { endpoint: 'reports', credential: 'bearer', purpose: 'another scheme' },
    { endpoint: 'patterns', credential: 'basic', purpose: 'another scheme' },
    { endpoint: 'chart', credential: 'bare', purpose: 'no keyword' },
    { endpoint: 'export.csv', credential: 'joined', purpose: 'no space after the keyword' },
    { endpoint: 'status', credential: 'keyword-only', purpose: 'no key' },
    { endpoint: 'export.csv', credential: 'trailing', purpose: 'something after the key' },
    {
      endpoint: 'status',
      credential: 'elsewhere',
      purpose: 'the key in the address, in a cookie and in other headers',
    },
  ];
  return refusals.map(
    ({ endpoint, credential, purpose, params }): Step => ({
      id: `refused-${endpoint}-${credential}`,
      purpose,
      kind: 'single',
      shown: show({ endpoint, credential }),
      request: (seen) => ({
        endpoint,
        credential,
        ...(params === undefined ? {} : { params: params(seen) }),
      }),
    }),
  );
}

/** Methods other than GET, with an empty body; never DELETE. */
export function methodSteps(): readonly Step[] {
  return [methodStep('POST', 'reports', 'single'), methodStep('POST', 'status', 'single')];
}

/** What is asked while the budget has room: other methods on other endpoints, and parameters that no service may break at. */
export function spareSteps(form: Form): readonly Step[] {
  const posts = ['chart', 'patterns', 'export.csv', ...(form === 2 ? ['highlights' as const] : [])] as const;
  const odd = 'refused or not, but no server error';
  const empty = { since: 'EMPTY', until: 'EMPTY+1' };
  return [
    ...(form === 2
      ? [fixed('highlights-1', 'the shortest look-back', 'highlights', { days: '1' }, 'spare')]
      : []),
    {
      ...fixed('export-empty', 'an export without rows', 'export.csv', empty, 'spare'),
      request: ({ picks }) => ({ endpoint: 'export.csv', params: { ...picks.empty } }),
    },
    ...posts.map((endpoint) => methodStep('POST', endpoint, 'spare')),
    {
      ...fixed(
        'patterns-long',
        'patterns of three weeks',
        'patterns',
        { since: 'END-20', until: 'END' },
        'spare',
      ),
      request: ({ picks }) => ({ endpoint: 'patterns', params: { ...picks.long } }),
    },
    {
      ...fixed('patterns-empty', 'patterns of days without reports', 'patterns', empty, 'spare'),
      request: ({ picks }) => ({ endpoint: 'patterns', params: { ...picks.empty } }),
    },
    ...spareLinkSteps(),
    methodStep('PUT', 'reports', 'spare'),
    methodStep('PATCH', 'status', 'spare'),
    methodStep('PUT', 'chart', 'spare'),
    fixed(`${oddStep}date`, odd, 'chart', { since: '2026-02-30', until: 'yesterday' }, 'spare'),
    fixed(`${oddStep}range`, odd, 'export.csv', { since: '2026-02-02', until: '2026-02-01' }, 'spare'),
    fixed(`${oddStep}limit`, odd, 'reports', { limit: '0' }, 'spare'),
    fixed(`${oddStep}cursor`, odd, 'reports', { cursor: 'no-cursor-at-all' }, 'spare'),
    ...(form === 2 ? [fixed(`${oddStep}days`, odd, 'highlights', { days: '-1' }, 'spare')] : []),
  ];
}

function methodStep(method: string, endpoint: Endpoint, kind: Step['kind']): Step {
  const spec = { endpoint, method };
  return {
    id: `method-${method}-${endpoint}`,
    purpose: 'a method that reads nothing and changes nothing; empty body',
    kind,
    shown: show(spec),
    request: () => spec,
  };
}
