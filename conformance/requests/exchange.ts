import type { Endpoint } from '../contract/operations.ts';

/** How a request presents the key; only `key` is the form that the description allows. */
export type Credential = (typeof credentials)[number];

/** Every way of presenting the key, or none. */
export const credentials = [
  'key',
  'none',
  'wrong',
  'truncated',
  'headless',
  'extended',
  'bearer',
  'basic',
  'bare',
  'joined',
  'keyword-only',
  'trailing',
  'elsewhere',
] as const;

/** A planned request, before it has a URL. */
export interface RequestSpec {
  readonly endpoint: Endpoint;
  readonly method?: string;
  readonly credential?: Credential;
  readonly params?: Readonly<Record<string, string>>;
}

/** A response, with the key redacted. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Size of the decoded body. */
  readonly bytes: number;
}

/** A request and its outcome. Everything in it is redacted: the key never gets this far. */
export interface Exchange {
  /** From 1, in the order sent. */
  readonly number: number;
  /** Id of the planned step. */
  readonly step: string;
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly credential: Credential;
  readonly params: Readonly<Record<string, string>>;
  readonly url: string;
  /** The value of the Authorization header, with a placeholder for the key. */
  readonly authorization: string | null;
  /** Epoch milliseconds on the gate's clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly response?: HttpResponse;
  /** Why there is no response: network, time limit, size limit, redirect loop, quota. */
  readonly unanswered?: string;
  /**
   * Number of further requests that it took, which count against the budget and are not recorded: they followed its redirects, or repeated
   * it after a 429 or on a new connection.
   */
  readonly hops?: number;
}

/** Replaces the key wherever it turns up. */
export const keyPlaceholder = '$HEADCOUNT_API_KEY';

/** Reads the feed page by page. */
export const walkStep = 'walk';
/** Reads the first page again at the end of the run. */
export const endPageStep = 'reports-end';
/** Detects the form of a deployment that declares none. */
export const formStep = 'form';
/** Prefix of steps that request what the description leaves open; a server error there is a warning. */
export const unspecifiedPrefix = 'odd-';

/** Checks whether the description allows the request: GET, with the key, and parameters that it specifies. */
export function isAllowed(exchange: Exchange): boolean {
  return exchange.credential === 'key' && !isUnspecified(exchange);
}

/** Checks whether the description leaves the response open, whatever the credential: another method, or malformed parameters. */
export function isUnspecified({ method, step }: Exchange): boolean {
  return method !== 'GET' || step.startsWith(unspecifiedPrefix);
}

/** Checks whether a status comes from a gateway whose service is stopped or still starting. */
export function isUnavailable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
