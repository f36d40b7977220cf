import type { Printable } from '../safety/printable.ts';
import { textOfPlace } from '../verdict/place.ts';
import type { Change, Comparison } from './compare.ts';
import { inWords } from './outline.ts';

/** A comparison for a terminal: what fails newly comes first. */
export function comparisonText(comparison: Printable<Comparison>): string {
  const { differences, newFailures, fixed, stillFailing, flaky, changed, same, exitCode } = comparison;
  const title =
    exitCode === 1
      ? 'WORSE  there are new failures'
      : exitCode === 3
        ? 'INCONCLUSIVE  the second deployment could not be checked'
        : 'NO WORSE  there are no new failures';
  return [
    title,
    '',
    `  ${[
      `${newFailures.length} new`,
      `${fixed.length} fixed`,
      `${stillFailing.length} still failing`,
      `${flaky.length} flaky`,
      `${changed.length} changed`,
      `${same} unchanged`,
    ].join(', ')}`,
    ...differences.map((difference) => `  ${difference}`),
    ...section('New failures', newFailures, ({ before, newPlaces, followsFrom }) => [
      before === 'fail' ? 'failed elsewhere' : `was ${inWords(before)}`,
      ...(newPlaces.length === 0 ? [] : [`fails at ${newPlaces.map(textOfPlace).join(', ')}`]),
      ...(followsFrom === undefined ? [] : [`follows from ${followsFrom}`]),
    ]),
    ...section('Fixed', fixed, ({ after }) => [`now ${inWords(after)}`]),
    ...section('Still failing', stillFailing, expectedIn),
    ...section('Flaky: fails in some runs only', flaky, outcomesIn),
    ...section('Changed', changed, outcomesIn),
  ].join('\n');
}

function section(
  title: string,
  list: readonly Change[],
  notes: (change: Change) => readonly string[],
): readonly string[] {
  if (list.length === 0) return [];
  const lines = list.flatMap((change) => {
    const note = notes(change).join('; ');
    return [`  ${change.id}  ${change.promise}`, ...(note === '' ? [] : [`      ${note}`])];
  });
  return ['', title, ...lines];
}

function outcomesIn(change: Change): readonly string[] {
  return [`was ${inWords(change.before)}, now ${inWords(change.after)}`, ...expectedIn(change)];
}

function expectedIn({ expected }: Change): readonly string[] {
  return expected === undefined ? [] : [`expected: ${expected}`];
}
