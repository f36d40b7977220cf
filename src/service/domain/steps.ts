/**
 * A long computation in steps of about a millisecond or less. Its caller runs it to the end, or does other things
 * between steps; the result is the same.
 */
export type Steps<Result> = Generator<void, Result, void>;

export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
