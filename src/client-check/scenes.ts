import type { ScenarioName } from '../../mocks/scenarios.ts';
import type { Variety } from '../../mocks/variety.ts';

/** A response that is sent in place of the mock's. */
export interface Failure {
  /** 0 ends the connection without a response; 307 names another origin. */
  readonly status: 0 | 307 | 401 | 429 | 503;
  /** In seconds; by default, the response doesn't say when to try again. */
  readonly retryAfter?: number;
  /** How many requests for each URL fail; by default all. */
  readonly times?: number;
}

/** A situation that a client meets: all of it legal, and all of it seen in deployments. */
export interface Scene {
  readonly id: string;
  /** A description for readers while it runs. */
  readonly about: string;
  readonly form?: 1 | 2;
  /** By default a long line. */
  readonly scenario?: ScenarioName;
  /** How the deployment decides what the description leaves open, where it differs from the mock. */
  readonly variety?: Partial<Variety>;
  /** The time at which the clock stands, and the venue's time zone; by default, the clock runs. */
  readonly frozen?: { readonly now: string; readonly timeZone: string };
  /** True if `next` names the deployment by another origin. */
  readonly hasForeignNext?: boolean;
  readonly failure?: Failure;
}

/** The scene that shows whether the client works at all. */
export const ORDINARY = 'ordinary';

/** The scenes in the order in which they run. */
export const SCENES: readonly Scene[] = [
  { id: ORDINARY, about: 'open, with a long line' },
  { id: 'closed', about: 'the venue is closed', scenario: 'closed' },
  { id: 'empty', about: 'no report has ever been made', scenario: 'empty' },
  { id: 'no-estimate', about: 'open, without an estimate', scenario: 'no-estimate' },
  { id: 'nulls', about: 'null wherever the contract allows it', scenario: 'nulls' },
  {
    id: 'extra-fields',
    about: 'every object has a field that the contract does not name',
    variety: { extras: true },
  },
  {
    id: 'labels',
    about: 'bucket labels that the description does not show',
    form: 2,
    variety: {
      buckets: { labels: ['0', '1-5', '6-10', '11-20', '21-30', '31-50'], values: [0, 3, 8, 15, 25, 40] },
    },
  },
  {
    id: 'clock-change',
    about: 'the night on which clocks go back: an hour comes twice',
    frozen: { now: '2026-11-01T01:30:00-05:00', timeZone: 'America/New_York' },
  },
  { id: 'no-photos', about: 'photos that are gone (404)', variety: { hasPhotos: false } },
  { id: 'foreign-next', about: '`next` names another origin', hasForeignNext: true },
  {
    id: 'redirect',
    about: 'every request is redirected to another origin, as networks do that ask for a login',
    failure: { status: 307 },
  },
  { id: 'unreachable', about: 'every connection ends without a response', failure: { status: 0 } },
  {
    id: 'unavailable',
    about: '503 with Retry-After for each URL, then a response',
    failure: { status: 503, retryAfter: 2, times: 1 },
  },
  { id: 'down', about: '503 without Retry-After, again and again', failure: { status: 503 } },
  {
    id: 'quota',
    about: '429: the quota of the day is used up',
    failure: { status: 429, retryAfter: 3600 },
  },
  { id: 'unauthorized', about: '401: the key is no longer valid', failure: { status: 401 } },
];
