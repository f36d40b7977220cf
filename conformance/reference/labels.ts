import type { Options } from './options.ts';

const FORM_1 = ['0', '1-5', '6-10', '11-20', '20-30', '30+'];
const LABELS: Record<Options['labels'], readonly string[]> = {
  digits: ['0', '3', '8', '15', '25', '35'],
  ranges: ['0', '1-5', '6-10', '11-20', '21-30', '31-60'],
  padded: ['0-0', '1-4', '5-9', '10-19', '20-29', '30-99'],
  fine: ['0', '2', '5', '10', '18', '40'],
  large: ['0', '50', '100', '150', '250', '400'],
  decimals: ['0.0', '3.0', '8.0', '15.5', '25.5', '35.0'],
  codes: ['1', '2', '3', '4', '5', '6'],
};

/** The numbers of people that labels stand for which are mere codes. */
const CODED = [0, 3, 8, 15, 25, 35];

/** The labels of the buckets in the form. */
export function labelsOf({ form, labels }: Options): readonly string[] {
  return form === 1 ? FORM_1 : LABELS[labels];
}

/** The number of people that a report stands for: that of its bucket, unless every tenth report stands for more. */
export function headcountOf(id: number, bucket: number, options: Options): number {
  const usual = bucketValue(bucket, options);
  const isOther = options.otherValues !== 'none' && id % 10 === 0;
  if (isOther && options.otherValues === 'highest') return bucket === 5 ? 60 : usual;
  return isOther && bucket > 0 ? usual + 1 : usual;
}

/** The number of people that a bucket counts as; always within the label's bounds. */
function bucketValue(bucket: number, options: Options): number {
  if (options.form === 2 && options.labels === 'codes') return CODED[bucket] ?? 0;
  const [low, high] = boundsOf(labelsOf(options)[bucket] ?? '0');
  if (low === high) return low;
  if (options.bucketValue === 'low') return low;
  if (options.bucketValue === 'high') return high;
  const middle = (low + high) / 2;
  return options.bucketValue === 'exact-middle' ? middle : Math.floor(middle);
}

function boundsOf(label: string): readonly [number, number] {
  if (label === '30+') return [30, 40];
  const [low = 0, high = low] = label.split('-').map(Number);
  return [low, high];
}
