import { clockVariants } from './clocks.ts';
import { httpVariants } from './http.ts';
import { numberVariants } from './numbers.ts';
import { moderationVariants, storeVariants } from './stores.ts';
import { ELSEWHERE, type Variant } from './variant.ts';

const variants: readonly Variant[] = [
  ...storeVariants,
  ...moderationVariants,
  ...clockVariants,
  ...httpVariants,
  ...numberVariants,
];

/** Conforming services that differ from the default in how they fill one gap of the description, or a few; most also with replayed data. */
export const VARIANTS: readonly Variant[] = [
  ...variants,
  ...variants
    .filter(({ options }) => options.dateSkew === undefined && options.now !== 'live')
    .map(({ id, forms, options }) => ({
      id: `${id}-replayed`,
      forms,
      options: { ...options, ...ELSEWHERE },
    })),
];
