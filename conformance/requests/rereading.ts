import type { Step } from './steps.ts';

const prefix = 'again-';

/** Why such a step is skipped if all requests are used up or needed. */
export const noRequestLeft = 'no request is left to repeat another';

/** Repeat up to two requests that show whether reports of the past changed during the run; `from` numbers the steps. */
export function rereadingSteps(from: number): readonly Step[] {
  return [from, from + 1].map((at) => ({
    id: `${prefix}${at}`,
    purpose: 'what may have changed during the run, once more',
    kind: 'optional',
    shown: 'GET …  (a request that was sent before)',
    request: ({ rereading }) => rereading ?? { skip: 'no report of the past seems to have changed' },
  }));
}

/** Checks whether the request repeats another one. */
export function isRereading({ step }: { readonly step: string }): boolean {
  return step.startsWith(prefix);
}

/** Checks whether none of these steps had a request left. The first one is skipped last: it comes before all other optional steps. */
export function isWithoutRereading(
  skipped: readonly { readonly step: string; readonly reason: string }[],
): boolean {
  return skipped.some(({ step, reason }) => step === `${prefix}1` && reason === noRequestLeft);
}
