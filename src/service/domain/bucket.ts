/** The six headcount buckets of reports in ascending order, by their labels in Form 1 ("Buckets"). Databases store their indexes. */
export const BUCKETS = ['0', '1-5', '6-10', '11-20', '20-30', '30+'] as const;

export type Bucket = (typeof BUCKETS)[number];

/**
 * The number of people that a report of each bucket counts as: a whole number near the middle of the
 * bucket; 35 for the open-ended `30+` (gap `bucket-value`).
 */
export const BUCKET_VALUE: Readonly<Record<Bucket, number>> = {
  '0': 0,
  '1-5': 3,
  '6-10': 8,
  '11-20': 15,
  '20-30': 25,
  '30+': 35,
};

/** The bucket of a whole number of people; 20 of them are `11-20`. */
export function bucketOf(people: number): Bucket {
  if (people === 0) return '0';
  if (people <= 5) return '1-5';
  if (people <= 10) return '6-10';
  if (people <= 20) return '11-20';
  return people <= 30 ? '20-30' : '30+';
}

/** Throws `RangeError` for an invalid index. */
export function bucketAt(index: number): Bucket {
  const bucket = BUCKETS[index];
  if (bucket === undefined) throw new RangeError(`there is no bucket ${index}`);
  return bucket;
}
