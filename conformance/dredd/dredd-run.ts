import type { Endpoint } from '../contract/operations.ts';

/** Dredd's result for one transaction. */
export interface DreddVerdict {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly expectedStatus: number;
  readonly result: 'pass' | 'fail' | 'skip';
  readonly messages: readonly string[];
  /** Exchange that it checked. */
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
