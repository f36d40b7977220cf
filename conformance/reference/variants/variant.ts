import type { Options } from '../options.ts';

/** A conforming service, by the options that differ from the default; any failure of the gate on it is a false positive. */
export type Variant = {
  readonly id: string;
  readonly forms: readonly (1 | 2)[];
  readonly options: Partial<Options>;
};

/** A Date header that is a year and some hours ahead of the service's clock. */
export const ELSEWHERE = { dateSkew: 400 * 1440 + 437 } as const;

/** The default day at another time. */
export const at = (time: string) => ({ now: `2026-11-20T${time}` });

/** Variants by id, in both forms or in one. */
export function variantsOf(
  table: Readonly<Record<string, Partial<Options>>>,
  forms: Variant['forms'] = [1, 2],
): readonly Variant[] {
  return Object.entries(table).map(([id, options]) => ({ id, forms, options }));
}
