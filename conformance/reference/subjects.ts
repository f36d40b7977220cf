import { broken, type Fault, isBreach } from './faults/fault.ts';
import type { Options } from './options.ts';
import type { Service } from './serve.ts';
import { createReference } from './service.ts';
import type { Variant } from './variants/variant.ts';

/** A deployment to test the gate on: a conforming variant, or a conforming service with a fault. */
export type Subject = {
  readonly id: string;
  readonly form: 1 | 2;
  readonly fault?: Fault;
  readonly variant?: Variant;
};

/** Returns true if a gate has to fail it; a change that the description allows is checked like a variant. */
export const isFaulty = ({ fault }: Subject): boolean => fault !== undefined && isBreach(fault);

/** Every fault and every variant, once in each of its forms. */
export function subjectsOf(faults: readonly Fault[], variants: readonly Variant[]): Subject[] {
  return [
    ...variants.flatMap((variant) => variant.forms.map((form) => ({ id: variant.id, form, variant }))),
    ...faults.flatMap((fault) => fault.forms.map((form) => ({ id: fault.id, form, fault }))),
  ];
}

/**
 * A new service for a subject, with the options of a base. Faults should be found on the base `other` too, which fills nearly
 * every gap differently; only what faults rely on (clock, zone, line ends, column order) is the same.
 */
export function serviceOf(subject: Subject, base = 'default'): Service {
  const service = createReference({
    ...BASES[base],
    ...subject.variant?.options,
    ...subject.fault?.state,
    form: subject.form,
  });
  return subject.fault === undefined ? service : broken(subject.fault, service);
}

const BASES: Readonly<Record<string, Partial<Options>>> = {
  default: {},
  /** Has fewer reports, so it is faster to check. */
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
    weekdayWithout: 8.5,
    highlightDensity: 0.8,
  },
};
