import { onTestFailed, TestRunner } from 'vitest';

/**
 * Prints what a program has printed if the current test fails or times out, since a program that hangs never returns it.
 * Outside of a test, nothing is printed.
 */
export function showIfTestFails(title: string, printed: () => string): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFailed(() => console.error(`${title}\n${printed() || '(printed nothing)'}`));
}
