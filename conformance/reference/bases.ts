import type { Options } from './options.ts';

/**
 * Conforming deployments in front of which faults are put. Faults shall be found on the second too, which answers nearly every
 * gap differently; only what faults rely on (clock, zone, line ends, column order) is the same.
 */
export const BASES: Readonly<Record<string, Partial<Options>>> = {
  usual: {},
  /** The usual one with fewer reports, for a quick look. */
  small: { count: 450, days: 25 },
  other: {
    count: 420,
    seed: 31,
    days: 33,
    fractions: 'mixed',
    ids: 'shuffled',
    labels: 'ranges',
    bucketValue: 'exact-middle',
    minutes: 'ceil',
    unauthorized: 'problem',
    leniency: 'strict',
    badNumber: 400,
    badDate: 422,
    reversed: 'empty',
    badCursor: 400,
    head: false,
    jsonType: 'application/json; charset=utf-8',
    extras: true,
    cursor: 'json',
    nextLimit: 'always',
    lineStep: 10,
    lineExtent: 'hours',
    rounding: 'none',
    middleStep: 'hour',
    weeklyFrom: 14,
    stamp: 'noon',
    emptyDays: 'omit',
    weekdayWithout: 'null',
    highlightDensity: 0.8,
  },
};
