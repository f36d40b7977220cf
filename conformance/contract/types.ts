/** Which of the two interface forms. */
export type Form = 1 | 2;

/** A promise of the service description; see requirements.yaml for the meaning of each member. */
export interface Requirement {
  readonly id: string;
  readonly promise: string;
  readonly made: string;
  readonly at: string;
  readonly form?: Form;
  readonly level: 'must' | 'should';
  readonly endpoints: readonly string[];
  readonly contract?: boolean;
}

/** What became of one requirement. `inconclusive` means that the evidence for it could not be had. */
export type Outcome = 'pass' | 'fail' | 'warn' | 'not-exercised' | 'inconclusive';

/** One observation behind an outcome. */
export interface Finding {
  /** What was looked at, or what was missing. */
  readonly message: string;
  readonly expected?: string;
  readonly seen?: string;
  /** Number of the exchange in the run, from 1. */
  readonly exchange?: number;
  /** The request as a curl line with `$HEADCOUNT_API_KEY`. */
  readonly curl?: string;
  /** Which part of the run found it: `rules` or `dredd`. */
  readonly stage: 'rules' | 'dredd';
}

/** The verdict on one requirement. */
export interface RequirementOutcome {
  readonly requirement: string;
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
}

/** 0 success or partial, 1 a definite failure, 2 usage, 3 inconclusive, 4 the gate itself is broken. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
