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

/** The most people of each bucket but the last. 20 people are in `11-20`, as 10 are in `6-10`. */
const MOST: readonly (readonly [number, Bucket])[] = [
  [0, '0'],
  [5, '1-5'],
  [10, '6-10'],
  [20, '11-20'],
  [30, '20-30'],
];

/** The bucket of a number of people, a whole number from 0. */
export function bucketOfCount(count: number): Bucket {
  return MOST.find(([most]) => count <= most)?.[1] ?? '30+';
}
