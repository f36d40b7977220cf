import type { Form } from '../contract/contract.ts';
import type { SkippedStep } from '../contract/report-types.ts';
import type { DreddRun } from '../dredd/dredd.ts';
import type { Exchange } from '../requests/exchange.ts';
import type { Readiness } from '../requests/readiness.ts';

/** The reason of steps that a larger budget would have sent. */
export const noRoom = 'the request budget has no room for it';

/** Requests and responses, as reports show them. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
}

/** Everything that the rules judge. */
export interface Evidence extends Recording {
  readonly target: string;
  readonly publicUrl: string;
  readonly formDeclared: Form | 'auto';
  readonly level: 'contract' | 'full';
  readonly maxRequests: number;
  /** Epoch milliseconds on the gate's clock. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly skipped: readonly SkippedStep[];
  readonly dredd?: DreddRun;
  /** Why probing ended early. */
  readonly stopped?: string;
  /** How the deployment became ready before the run. */
  readonly readiness?: Readiness;
  /** True if any certificate was accepted. */
  readonly insecure?: true;
}

/** The number of requests that were sent. */
export function requestsOf({ exchanges }: Recording): number {
  return exchanges.reduce((sum, { hops = 0 }) => sum + 1 + hops, 0);
}
