import type { Endpoint } from '../../../conformance/contract/operations.ts';
import type { Finding } from '../../../conformance/contract/outcomes.ts';
import type { RequirementText } from '../../../conformance/contract/report-types.ts';
import type { ClientRun, Context, SeenRequest } from '../session.ts';

/**
 * A habit of good clients of the API, as reports show it. `made` is the reason: the description in the project's words, or a standard; `at`
 * is where that stands: a section of the description, or of an RFC.
 */
export interface ClientRule extends RequirementText {
  /** Why it was not tested, if that needs more than a request. */
  readonly untested?: string;
  /** The breaches of the rule in a run; null if the run had nothing to check. */
  check(run: ClientRun, context: Context): readonly Finding[] | null;
}

/** A rule as it is written: clients must keep it, and it is about every endpoint, unless it says otherwise. */
export type RuleText = Omit<ClientRule, 'level' | 'endpoints'> &
  Partial<Pick<ClientRule, 'level' | 'endpoints'>>;

export function rules(texts: readonly RuleText[]): readonly ClientRule[] {
  return texts.map((text) => ({ level: 'must', endpoints: ALL, ...text }));
}

export const ALL: readonly Endpoint[] = [
  'status',
  'chart',
  'patterns',
  'highlights',
  'reports',
  'export.csv',
];

/** A breach that a request shows. */
export function shownBy(request: SeenRequest, message: string, expected?: string, seen?: string): Finding {
  return {
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(seen === undefined ? {} : { seen }),
    exchange: request.number,
    ...(request.endpoint === null ? {} : { place: { endpoint: request.endpoint } }),
    stage: 'rules',
  };
}

/** Checks each of some requests; `breach` returns what is wrong with one, if anything is. */
export function checkEach(
  requests: readonly SeenRequest[],
  breach: (request: SeenRequest) => Finding | null,
): readonly Finding[] | null {
  return requests.length === 0 ? null : requests.flatMap((request) => breach(request) ?? []);
}

/** Another header Authorization may hold a real secret, so that only its scheme is shown. */
export function shownAuthorization(text: string | undefined, key: string): string | null {
  return text === undefined || text.includes(key)
    ? (text ?? null)
    : text.replace(/(?<=^\S+\s).*$|^\S+$/s, '…');
}

/** The requests of a run to the API. */
export function toApi({ requests }: ClientRun): readonly SeenRequest[] {
  return requests.filter(({ to, url }) => to === 'api' && url.pathname.startsWith('/api/'));
}
