import type { ScenarioName } from '../../mocks/scenarios.ts';
import type { Variety } from '../../mocks/variety.ts';

/** A response that is sent instead of the mock's. */
export interface Failure {
  /** 0 ends the connection without a response; 307 names another origin. */
  readonly status: 0 | 307 | 401 | 429 | 503;
  readonly retryAfter: number | null;
}

/** A situation that a client meets: all of it legal, and all of it seen in deployments. */
export interface Scene {
  readonly id: string;
  /** A description for readers while it runs. */
  readonly about: string;
  readonly form?: 1 | 2;
  readonly scenario: ScenarioName;
  /** How the deployment decides what the description leaves open, where it differs from the mock. */
  readonly variety?: Partial<Variety>;
  /** The time at which the clock stands, and the venue's time zone; by default, the clock runs. */
  readonly frozen?: { readonly now: string; readonly timeZone: string };
  /** True if `next` names the deployment by another origin. */
  readonly hasForeignNext?: boolean;
  /** Fails the first requests for each URL, up to `times`. */
  readonly failure?: Failure & { readonly times: number };
}

/** How long a client has to wait before it tries again, in seconds. */
export const RETRY_AFTER = { unavailable: 2, quota: 3600 } as const;

const ALWAYS = Number.POSITIVE_INFINITY;
/** The scene that shows whether the client works at all. */
export const ORDINARY = 'ordinary';

/** The scenes in the order in which they run. */
export const SCENES: readonly Scene[] = [
  { id: ORDINARY, about: 'open, with a long line', scenario: 'rush' },
  { id: 'closed', about: 'the venue is closed', scenario: 'closed' },
  { id: 'empty', about: 'no report has ever been made', scenario: 'empty' },
  { id: 'no-estimate', about: 'open, without an estimate', scenario: 'no-estimate' },
  { id: 'nulls', about: 'null wherever the contract allows it', scenario: 'nulls' },
  {
    id: 'extra-fields',
    about: 'every object has a field that the contract does not name',
    scenario: 'rush',
    variety: { extras: true },
  },
  {
    id: 'labels',
    about: 'bucket labels that the description does not show',
    form: 2,
    scenario: 'rush',
    variety: {
      buckets: { labels: ['0', '1-5', '6-10', '11-20', '21-30', '31-50'], values: [0, 3, 8, 15, 25, 40] },
    },
  },
  {
    id: 'clock-change',
    about: 'the night on which clocks go back: an hour comes twice',
    scenario: 'rush',
    frozen: { now: '2026-11-01T01:30:00-05:00', timeZone: 'America/New_York' },
  },
  {
    id: 'no-photos',
    about: 'photos that are gone (404)',
    scenario: 'rush',
    variety: { hasPhotos: false },
  },
  {
    id: 'foreign-next',
    about: '`next` names another origin',
    scenario: 'rush',
    hasForeignNext: true,
  },
  {
    id: 'redirect',
    about: 'every request is redirected to another origin, as networks do that ask for a login',
    scenario: 'rush',
    failure: { status: 307, retryAfter: null, times: ALWAYS },
  },
  {
    id: 'unreachable',
    about: 'every connection ends without a response',
    scenario: 'rush',
    failure: { status: 0, retryAfter: null, times: ALWAYS },
  },
  {
    id: 'unavailable',
    about: '503 with Retry-After for each URL, then a response',
    scenario: 'rush',
    failure: { status: 503, retryAfter: RETRY_AFTER.unavailable, times: 1 },
  },
  {
    id: 'down',
    about: '503 without Retry-After, again and again',
    scenario: 'rush',
    failure: { status: 503, retryAfter: null, times: ALWAYS },
  },
  {
    id: 'quota',
    about: '429: the quota of the day is used up',
    scenario: 'rush',
    failure: { status: 429, retryAfter: RETRY_AFTER.quota, times: ALWAYS },
  },
  {
    id: 'unauthorized',
    about: '401: the key is no longer valid',
    scenario: 'rush',
    failure: { status: 401, retryAfter: null, times: ALWAYS },
  },
];
