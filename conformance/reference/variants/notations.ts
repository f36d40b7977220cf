import { type Variant, variantsOf } from './variant.ts';

/** What the description allows and the documents, which describe this project's service, do not. */
export const notationVariants: readonly Variant[] = variantsOf({
  'label-decimals': ['Labels of Form 2 are decimals.', { labels: 'decimals' }, [2]],
  'stamps-no-seconds': ['Timestamps without seconds.', { notation: 'no-seconds' }],
  'stamps-colonless': ['Offsets without a colon.', { notation: 'colonless', fractions: 'mixed' }],
  'stamps-hour-offset': ['Offsets of hours.', { notation: 'hour-offset' }],
  'stamps-basic': [
    'Timestamps in basic notation.',
    { notation: 'basic', fractions: 'milli', fractionDigits: 3 },
  ],
  'stamps-comma': ['Fractions after a comma.', { notation: 'comma', fractions: 'micro', csvQuotes: 'all' }],
  'stamps-lower-case': ['Timestamps in lower case, in UTC.', { notation: 'lower-case', zone: 'UTC' }],
  'display-decimals': ['The displayed range has decimals.', { display: 'decimals' }],
  places: ['Pages and reports name halls; the status says where the venue is.', { places: true }],
  'arrivals-minutes': [
    'Reports arrive; timestamps have no seconds.',
    { arrivals: 2, tick: 300, notation: 'no-seconds' },
  ],
  'weekday-minus-one': ['A weekday without reports has the value -1.', { weekdayWithout: -1, count: 3 }],
}).map((variant) => ({ ...variant, beyondDocuments: true }));
