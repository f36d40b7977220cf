import type { Form } from '../contract/types.ts';

/** The last path segment of an endpoint; `other` is anything else. */
export type Endpoint = 'status' | 'chart' | 'patterns' | 'highlights' | 'reports' | 'export.csv' | 'other';

/** How a request presents the key; only `key` is the form that the description allows. */
export type Credential =
  | 'key'
  | 'none'
  | 'wrong'
  | 'truncated'
  | 'headless'
  | 'extended'
  | 'bearer'
  | 'basic'
  | 'bare'
  | 'joined'
  | 'keyword-only'
  | 'trailing'
  | 'elsewhere';

/** One request as it is planned, before it has a URL. */
export interface RequestSpec {
  readonly endpoint: Endpoint;
  readonly method?: string;
  readonly credential?: Credential;
  readonly params?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Size of the decoded body. */
  readonly bytes: number;
}

/** A request and what came of it. Everything in it is redacted: the key never gets this far. */
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
  /** The credential's header line, with placeholders in place of the key. */
  readonly authorization: string | null;
  /** Epoch milliseconds on the gate's clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly answer?: Answer;
  /** Why there is no answer: network, time limit, size limit, redirect loop, quota. */
  readonly unanswered?: string;
}

/** A step of the plan that sent nothing, and why. `blocked` steps make the run inconclusive. */
export interface SkippedStep {
  readonly step: string;
  readonly reason: string;
  readonly blocked: boolean;
}

/** What Dredd said of one transaction. */
export interface DreddVerdict {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly expectedStatus: number;
  readonly result: 'pass' | 'fail' | 'skip';
  readonly messages: readonly string[];
  /** Exchange that it judged. */
  readonly exchange?: number;
}

/** The contract-level stage as it ran. */
export interface DreddRun {
  /** Transactions that the documents hold, and those that ran or were skipped on purpose. */
  readonly expected: number;
  readonly verdicts: readonly DreddVerdict[];
  /** Why the stage itself is not to be trusted. */
  readonly broken?: string;
}

/** Everything the rules may look at. */
export interface Evidence {
  readonly target: string;
  readonly publicUrl: string;
  readonly formDeclared: Form | 'auto';
  readonly level: 'contract' | 'full';
  readonly maxRequests: number;
  /** Epoch milliseconds on the gate's clock. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exchanges: readonly Exchange[];
  readonly skipped: readonly SkippedStep[];
  readonly dredd?: DreddRun;
  /** Why probing ended early. */
  readonly stopped?: string;
}

/** What the key is replaced by wherever it turns up. */
export const keyPlaceholder = '$HEADCOUNT_API_KEY';

/** Begins the names of steps that ask for what the description leaves open: judged for server errors only. */
export const oddStep = 'odd-';

/** Step that finds out which form an undeclared deployment speaks. */
export const formStep = 'form';
