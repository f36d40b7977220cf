import { describe, expect, it } from 'vitest';
import type { Bucket } from '../../service/domain/bucket.ts';
import { BUCKETS } from '../../service/domain/bucket.ts';
import { LocalTime } from '../../service/domain/local-time.ts';
import { microsOf } from '../../service/domain/micros.ts';

import { CAPTIONS } from './photo.ts';
import { readPictureName } from './picture.ts';
import { Random } from './random.ts';
import { simulateReport } from './simulated-report.ts';
import { CAMPUS_CAFE, type Venue } from './venue.ts';

function reports(seen: number, change: Partial<Venue> = {}, count = 1000) {
  const random = new Random('reports');
  const reporting = {
    createdAt: microsOf(Temporal.Instant.from('2026-11-20T12:15:00-08:00')),
    seen,
    date: Temporal.PlainDate.from('2026-11-20'),
    ordinal: 7,
    venue: { ...CAMPUS_CAFE, outlierShare: 0, ...change },
    time: new LocalTime('America/Los_Angeles'),
    owner: null,
  };
  return Array.from({ length: count }, () => simulateReport(reporting, random));
}

function share(bucket: Bucket, among: readonly { readonly bucket: Bucket }[]): number {
  return among.filter((report) => report.bucket === bucket).length / among.length;
}

describe('simulateReport', () => {
  it.each([
    { seen: 0, bucket: '0' },
    { seen: 1, bucket: '1-5' },
    { seen: 5, bucket: '1-5' },
    { seen: 6, bucket: '6-10' },
    { seen: 10, bucket: '6-10' },
    { seen: 11, bucket: '11-20' },
    { seen: 20, bucket: '11-20' },
    { seen: 21, bucket: '20-30' },
    { seen: 30, bucket: '20-30' },
    { seen: 31, bucket: '30+' },
    { seen: 400, bucket: '30+' },
  ] as const)('reports $seen people, counted correctly, as $bucket', ({ seen, bucket }) => {
    expect(reports(seen, { judgmentSpread: 0 }, 1)[0]?.bucket).toBe(bucket);
  });

  it('errs by more people the longer the queue is', () => {
    expect(share('0', reports(0))).toBe(1);
    expect(share('1-5', reports(2))).toBeGreaterThan(0.99);
    const long = reports(25);
    // Bounds 20.5 and 30.5 are one standard deviation of 20 % away on either side.
    expect(share('20-30', long)).toBeGreaterThan(0.6);
    expect(share('20-30', long)).toBeLessThan(0.78);
    expect(share('11-20', long)).toBeGreaterThan(0.1);
    expect(share('30+', long)).toBeGreaterThan(0.1);
  });

  it('reports random buckets at the venue’s outlier rate', () => {
    for (const bucket of BUCKETS) {
      expect(Math.abs(share(bucket, reports(0, { outlierShare: 1 }, 6000)) - 1 / 6)).toBeLessThan(0.03);
    }
    const rare = 1 - share('0', reports(0, { outlierShare: 0.02 }, 20_000));
    expect(rare).toBeGreaterThan(0.01);
    expect(rare).toBeLessThan(0.025);
  });

  it('captions a photo by the reported bucket, and names it by day, number, hour and headcount', () => {
    for (const { bucket, photo } of [...reports(0, { outlierShare: 0.5 }), ...reports(28)]) {
      if (photo === null) continue;
      expect(CAPTIONS[bucket]).toContain(photo.caption);
      expect(photo.file).toMatch(/^2026-11-20-0007-12h-\d+p\.svg$/);
      const people = readPictureName(photo.file)?.people ?? -1;
      expect(people > 0).toBe(bucket !== '0');
      expect(people > 30).toBe(bucket === '30+');
    }
  });
});
