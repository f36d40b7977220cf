/** A fault that the service must survive: it is caused for real, and what the service does is measured. */
export interface Fault {
  /** In lower case with hyphens, as for `--only`. */
  readonly name: string;
  /** What the service must do, as a phrase. */
  readonly must: string;
  /** Causes the fault, with all files in an empty folder that is removed afterwards. */
  run(scratch: string, options: FaultOptions): Promise<FaultResult>;
}

export interface FaultOptions {
  /** How many moments of each kind to kill a program at. */
  readonly moments: number;
  /** How long a soak lasts. */
  readonly minutes: number;
}

export interface FaultResult {
  readonly passed: boolean;
  /** What was measured, as a phrase. */
  readonly figures: string;
}
