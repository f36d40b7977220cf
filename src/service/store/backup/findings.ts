import type { Counts } from './tables.ts';

/** The result of checking a database or a backup. */
export interface Findings {
  /** One line each; empty if it is sound. */
  readonly problems: readonly string[];
  /** Null if the rows cannot be counted. */
  readonly counts: Counts | null;
}
