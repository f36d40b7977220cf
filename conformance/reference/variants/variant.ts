import type { Options } from '../options.ts';

/** A conforming service; any failure of the gate on it is a false positive. */
export type Variant = {
  readonly id: string;
  /** How it differs from the default, in a sentence. */
  readonly summary: string;
  readonly forms: readonly (1 | 2)[];
  readonly options: Partial<Options>;
  /** Whether the documents are narrower than the description, so that they reject it. */
  readonly beyondDocuments?: boolean;
};

/** A Date header that is a year and some hours ahead of the service's clock. */
export const ELSEWHERE = { dateSkew: 400 * 1440 + 437 } as const;

/** The default day at another time. */
export const at = (time: string) => ({ now: `2026-11-20T${time}` });

const BOTH = [1, 2] as const;

/** Variants by id: a summary, the options that differ, and the forms if not both. */
export function variantsOf(
  table: Readonly<
    Record<string, readonly [summary: string, options: Partial<Options>, forms?: readonly (1 | 2)[]]>
  >,
): readonly Variant[] {
  return Object.entries(table).map(([id, [summary, options, forms = BOTH]]) => ({
    id,
    summary,
    forms,
    options,
  }));
}
