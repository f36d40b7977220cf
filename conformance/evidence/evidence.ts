import type { Form } from '../contract/contract.ts';
import type { Endpoint } from '../contract/operations.ts';
import type { SkippedStep } from '../contract/report-types.ts';
import type { Exchange } from '../requests/exchange.ts';

/** The reason of steps that a larger budget would have sent. */
export const noRoom = 'the request budget has no room for it';

/** Dredd's result for one transaction. */
export interface DreddVerdict {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly expectedStatus: number;
  readonly result: 'pass' | 'fail' | 'skip';
  readonly messages: readonly string[];
  /** Exchange that it judged. */
  readonly exchange?: number;
}

/** The run of the contract-level stage. */
export interface DreddRun {
  /** Number of transactions in the document. */
  readonly expected: number;
  readonly verdicts: readonly DreddVerdict[];
  /** Why the stage itself cannot be trusted. */
  readonly broken?: string;
  /** Why Dredd did not finish, if a response made it fail or hang. */
  readonly unfinished?: string;
}

/** Everything that the rules judge. */
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
