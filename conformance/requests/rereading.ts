import type { Step } from './steps.ts';

const prefix = 'again-';

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

/** Whether the request repeats another one. */
export function isRereading({ step }: { readonly step: string }): boolean {
  return step.startsWith(prefix);
}
