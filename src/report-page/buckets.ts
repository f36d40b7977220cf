import { BUCKETS, type Bucket } from '../service/domain/bucket.ts';

/** Each bucket in words, as the buttons say it. */
export const BUCKET_WORDS: { readonly [Label in Bucket]: string } = {
  '0': 'Nobody',
  '1-5': '1 to 5',
  '6-10': '6 to 10',
  '11-20': '11 to 20',
  '20-30': '20 to 30',
  '30+': 'More than 30',
};

/** The bucket with a label; null for any other text. */
export function bucketOfLabel(label: unknown): Bucket | null {
  return BUCKETS.find((bucket) => bucket === label) ?? null;
}
