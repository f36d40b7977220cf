import type { Endpoint } from '../../../conformance/contract/operations.ts';
import type { Finding } from '../../../conformance/contract/outcomes.ts';
import type { ClientRun, Context, SeenRequest } from '../session.ts';

/** What a good client of the API does. */
export interface ClientRule {
  /** Names the rule in every report: `family.point`. */
  readonly id: string;
  /** In a sentence. */
  readonly promise: string;
  /** Why: the description of the API in the project's words, or a standard. */
  readonly made: string;
  /** Where that stands: a section of the description, or of an RFC. */
  readonly at: string;
  readonly form?: 1 | 2;
  /** A breach of a `must` is a failure, of a `should` a warning. */
  readonly level: 'must' | 'should';
  readonly endpoints: readonly Endpoint[];
  /** Why it was not tested, if that needs more than a request. */
  readonly untested?: string;
  /** What breaks the rule in a run; empty if nothing does, and null if the run had nothing to check. */
  check(run: ClientRun, context: Context): readonly Finding[] | null;
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
