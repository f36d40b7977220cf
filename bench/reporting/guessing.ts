/** Strangers who guess the four digits of a sign's code, beside people who know it. */
import { ReportLimits } from '../../src/report-page/report-limits.ts';
import { networkOf } from '../../src/service/http/server/client-network.ts';
import { isAdmitted } from './attack.ts';

const CODES = 10_000;
const GUESSES_A_SECOND = 4;
/** Seconds from one person who knows the code to the next. */
const HONEST_EVERY = 10;

export interface Guessed {
  readonly name: string;
  /** Wrong codes that were compared with the right one, in an hour. */
  readonly compared: number;
  /** Hours after which half of all codes have been compared. */
  readonly hours: number;
  /** Right codes that were refused. */
  readonly refused: number;
  readonly honest: number;
}

/** Guesses for so many hours from the networks of a function, in turns. */
export function guess(name: string, stranger: (number: number) => string, hours: number): Guessed {
  let now = 0;
  const limits = new ReportLimits({ code: '4711', onGuessing: () => {} }, () => now);
  const isTaken = (network: string, isRight: boolean) =>
    isAdmitted(() => {
      limits.admitCode(networkOf(network), isRight);
      return true;
    });
  const counts = { compared: 0, honest: 0, refused: 0 };
  for (let number = 0; number < hours * 3600 * GUESSES_A_SECOND; number += 1) {
    now = number / GUESSES_A_SECOND;
    if (isTaken(stranger(number), false)) counts.compared += 1;
    if (now % HONEST_EVERY !== 0) continue;
    counts.honest += 1;
    if (!isTaken(`phone ${counts.honest}`, true)) counts.refused += 1;
  }
  const compared = counts.compared / hours;
  return { ...counts, name, compared, hours: CODES / 2 / compared };
}

/** Guesses from one address, one site and more and more networks, up to as many as find the code within an hour on average. */
export function guessing(hours: number): readonly Guessed[] {
  const from = (networks: number) =>
    guess(`${networks} networks`, (number) => `stranger ${number % networks}`, hours);
  const few = [
    guess('one address', () => 'stranger', hours),
    guess('one site', (number) => `2001:db8:1:${(number % 65_536).toString(16)}::1`, hours),
    from(100),
  ];
  let [networks, many] = [1000, from(1000)];
  while (many.hours > 1) {
    networks += 100;
    many = from(networks);
  }
  return [...few, many];
}
