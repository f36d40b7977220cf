import { clockVariants } from './clocks.ts';
import { formatVariants } from './formats.ts';
import { notationVariants } from './notations.ts';
import { numberVariants } from './numbers.ts';
import { requestVariants } from './requests.ts';
import { serviceVariants } from './services.ts';
import { moderationVariants, storeVariants } from './stores.ts';
import { ELSEWHERE, type Variant } from './variant.ts';

const variants: readonly Variant[] = [
  ...storeVariants,
  ...moderationVariants,
  ...clockVariants,
  ...requestVariants,
  ...formatVariants,
  ...notationVariants,
  ...numberVariants,
  ...serviceVariants,
];

/** Conforming services that differ from the default in how they fill one gap of the description, or a few. */
export const VARIANTS: readonly Variant[] = [
  ...variants,
  ...variants
    .filter(({ options }) => options.dateSkew === undefined && options.now !== 'live')
    .map((variant) => ({
      ...variant,
      id: `${variant.id}-replayed`,
      summary: `${variant.summary} Its data are replayed a year later.`,
      options: { ...variant.options, ...ELSEWHERE },
    })),
];
