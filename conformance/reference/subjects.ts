import { broken, type Fault, isBreach } from './faults/fault.ts';
import type { Options } from './options.ts';
import type { Service } from './serve.ts';
import { createReference } from './service.ts';
import type { Variant } from './variants/variant.ts';

/** A subject that a gate is tested on: a conforming variant, or a conforming service with a fault. */
export type Subject = {
  readonly id: string;
  readonly form: 1 | 2;
  readonly fault?: Fault;
  readonly variant?: Variant;
};

/** Checks whether a gate has to fail it; a change that the description allows is checked like a variant. */
export const isFaulty = ({ fault }: Subject): boolean => fault !== undefined && isBreach(fault);

/** Every fault and every variant, once in each of its forms. */
export function subjectsOf(faults: readonly Fault[], variants: readonly Variant[]): Subject[] {
  return [
    ...variants.flatMap((variant) => variant.forms.map((form) => ({ id: variant.id, form, variant }))),
    ...faults.flatMap((fault) => fault.forms.map((form) => ({ id: fault.id, form, fault }))),
  ];
}

/** Options of a service with fewer reports, so that it is faster to check. */
export const SMALL: Partial<Options> = { count: 450, days: 25 };

/** A new service for a subject, with these options where the subject leaves them open. */
export function serviceOf({ variant, fault, form }: Subject, options: Partial<Options> = {}): Service {
  const service = createReference({ ...options, ...variant?.options, ...fault?.state, form });
  return fault === undefined ? service : broken(fault, service);
}
