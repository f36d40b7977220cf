import type { RequestSpec } from './exchange.ts';

/** The dates that the plan requests, chosen from the evidence of the first part of the run. */
export interface ProbeDates {
  /** A past day with reports where a wrong day boundary would show. */
  readonly day: string;
  /** Another day of the same week, or a day on which the clocks change. */
  readonly otherDay: string;
  /** The other days of that week which are over. */
  readonly week: readonly string[];
  /** Two past days without reports. */
  readonly empty: { readonly since: string; readonly until: string };
  /** Two past days in a row: without reports, unless the other day has none already; else both with reports. */
  readonly pair: { readonly since: string; readonly until: string };
  /** Start of a range without an end; recent, so that responses stay small. */
  readonly since: string;
  /** End of a range without a start; early, for the same reason. */
  readonly until: string;
  /** Two to seven days, the first and the last with reports if possible. */
  readonly few: { readonly since: string; readonly until: string };
  /** Three weeks. */
  readonly long: { readonly since: string; readonly until: string };
  /** Whichever of the two has reports on both ends. */
  readonly ends: { readonly since: string; readonly until: string };
  /** A hundred days or more, at most a year. */
  readonly wide: { readonly since: string; readonly until: string };
  /** True if the service's clock is known, and so far from midnight that no day can begin during the run. */
  readonly isMidnightFar: boolean;
}

/** The requests of a run that are chosen from its evidence. */
export interface ChosenRequests {
  readonly dates: ProbeDates;
  /** The request to repeat, if reports of the past may have changed during the run. */
  readonly rereading: RequestSpec | undefined;
}

/** Placeholder for the first part of the plan, which requests no dates. */
export const noProbeDates: ProbeDates = {
  day: '',
  otherDay: '',
  week: [],
  empty: { since: '', until: '' },
  pair: { since: '', until: '' },
  since: '',
  until: '',
  few: { since: '', until: '' },
  long: { since: '', until: '' },
  ends: { since: '', until: '' },
  wide: { since: '', until: '' },
  isMidnightFar: false,
};
