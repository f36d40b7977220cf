/** Measures how far strangers can move the number that a service shows, through its limits and its estimate. */
import { exampleDay } from '../estimates/example-day.ts';
import { MEAL_RUSHES } from '../estimates/simulated.ts';
import { type BenchOptions, type BenchResult, median, rounded, sumOf, tableOf } from '../result.ts';
import { ATTACKS, attackHour, type Outcome } from './attack.ts';
import { guessing } from './guessing.ts';

/** Honest reports an hour. */
const RATE = 12;
const SEEDS = ['one', 'two', 'three'];
/** Days of training. Then comes a Monday. */
const TRAINING = 28;
/** Hours on the clock face at which attacks begin. */
const STARTS = { rush: 12, quiet: 15 } as const;

export async function bench({ isSmoke }: BenchOptions): Promise<BenchResult> {
  const seeds = isSmoke ? SEEDS.slice(0, 1) : SEEDS;
  const days = seeds.map((seed) => exampleDay(MEAL_RUSHES, RATE, seed, isSmoke ? 7 : TRAINING));
  const rows = [false, true].flatMap((isCodeNeeded) =>
    ATTACKS.filter(({ tries }) => !isCodeNeeded || tries === 10_000).map((attack) => {
      const at = (clock: number) =>
        days.map((day) =>
          attackHour(day, day.recorded.time.wallClock(day.date, clock * 60), attack, isCodeNeeded),
        );
      const [rush, quiet] = [at(STARTS.rush), at(STARTS.quiet)];
      const both = [...rush, ...quiet];
      const share = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;
      return [
        attack.name,
        isCodeNeeded ? 'yes' : 'no',
        Math.round(sumOf(both, ({ accepted }) => accepted) / both.length),
        Math.round(sumOf(both, ({ counted }) => counted) / both.length),
        share(
          sumOf(both, ({ refused }) => refused),
          sumOf(both, ({ honest }) => honest),
        ),
        ...shownIn(rush),
        ...shownIn(quiet),
      ];
    }),
  );
  const shown = (when: string) => [`${when}: alone`, 'attacked', 'within'];
  const head = ['attack of an hour', 'code', 'accepted', 'counted', 'honest refused'];
  const table = tableOf([...head, ...shown('rush'), ...shown('quiet')], rows);
  const guesses = guessing(isSmoke ? 1 : 10);
  const guessTable = tableOf(
    [
      'four guesses a second, of four digits',
      'compared in an hour',
      'found after, hours',
      'right codes refused',
    ],
    guesses.map(({ name, compared, hours, refused, honest }) => [
      name,
      rounded(compared),
      hours.toFixed(1),
      `${refused} of ${rounded(honest)}`,
    ]),
  );
  return { table: `${table}\n\n${guessTable}`, figures: { attacks: rows, guesses }, missed: [] };
}

/** Medians of what is shown, and the share of minutes in which the attacked number is in the range of honest reports alone. */
function shownIn(outcomes: readonly Outcome[]): readonly string[] {
  const minutes = outcomes.flatMap((outcome) => outcome.minutes);
  const shown = (which: 'alone' | 'attacked') => {
    const middle = (part: 'value' | 'low' | 'high') => median(minutes.map((minute) => minute[which][part]));
    return `${middle('value').toFixed(1)} (${Math.round(middle('low'))}-${Math.round(middle('high'))})`;
  };
  const within = minutes.filter(
    ({ alone, attacked }) => alone.low <= attacked.value && attacked.value <= alone.high,
  );
  return [shown('alone'), shown('attacked'), `${Math.round((100 * within.length) / minutes.length)} %`];
}
