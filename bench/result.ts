/** What a benchmark found: a table for people, the figures for programs, and the aims it missed. */
export interface BenchResult {
  readonly table: string;
  readonly figures: object;
  readonly missed: readonly string[];
}
