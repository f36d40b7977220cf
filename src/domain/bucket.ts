/**
 * The six headcount buckets a report can fall into, in ascending order, by the
 * names Form 1 publishes ("Buckets" in the description).
 */
export const BUCKETS = ['0', '1-5', '6-10', '11-20', '20-30', '30+'] as const;

export type Bucket = (typeof BUCKETS)[number];

/**
 * The number of people one report of a bucket counts for: a whole number inside the
 * bucket, near its middle; 35 for the open-ended `30+` (gap `bucket-value`).
 */
export const BUCKET_VALUE: Readonly<Record<Bucket, number>> = {
  '0': 0,
  '1-5': 3,
  '6-10': 8,
  '11-20': 15,
  '20-30': 25,
  '30+': 35,
};
