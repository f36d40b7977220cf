/** The outcome of one requirement; `inconclusive` if the evidence for it could not be collected. */
export type Outcome = 'pass' | 'fail' | 'warn' | 'not-exercised' | 'inconclusive';

/** Where something was seen. Each member narrows the place; without any, it is the deployment as a whole. */
export interface Place {
  readonly endpoint?: string;
  /** Id of the planned step. */
  readonly step?: string;
  /** JSON pointer into the body, with `*` for every item of an array. */
  readonly pointer?: string;
}

/** One observation behind an outcome. */
export interface Finding {
  /** The check, or the thing that was missing. */
  readonly message: string;
  readonly expected?: string;
  readonly seen?: string;
  /** Number of the exchange in the run, from 1. */
  readonly exchange?: number;
  /** The request as a curl line with `$HEADCOUNT_API_KEY`. */
  readonly curl?: string;
  /** Where it was seen, for a failure. */
  readonly place?: Place;
  /** The part of the run that found it. */
  readonly stage: 'rules' | 'dredd';
}

/** The verdict on one requirement. */
export interface RequirementOutcome {
  /** Id of the requirement. */
  readonly requirement: string;
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** Every place of a failure, even if its findings are too many to be kept. */
  readonly places?: readonly Place[];
  /** The failed requirement that explains this failure, if one does; that one is itself not explained by another. */
  readonly followsFrom?: string;
}

/** A failed requirement that no other one explains, with the failures that follow from it. */
export interface Cause {
  /** Id of the requirement. */
  readonly requirement: string;
  /** Ids of the requirements whose failures follow from it. */
  readonly consequences: readonly string[];
}

/** 0 success or partial success, 1 failure, 2 usage, 3 inconclusive, 4 the gate itself is broken. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
