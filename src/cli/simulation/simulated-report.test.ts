import { describe, expect, it } from 'vitest';
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
