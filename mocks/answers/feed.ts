import type { FormShape } from '../form-shape.ts';
import type { Report } from '../story/reports.ts';
import type { Story } from '../story/story.ts';
import { writeCursor } from './cursor.ts';
import { timestamp } from './local-text.ts';

/** `listReports`: the page that begins after `offset` newer reports; its links lie on `baseUrl`. */
export function feed(about: {
  readonly story: Story;
  readonly shape: FormShape;
  readonly limit: number;
  readonly offset: number;
  readonly baseUrl: string;
}): object {
  const { story, shape, limit, offset, baseUrl } = about;
  const link = (to: number): string => {
    const cursor = writeCursor({ scenario: story.name, now: story.now.toInstant(), offset: to });
    return `${baseUrl}/api/v1/reports?limit=${limit}&cursor=${cursor}`;
  };
  const page = story.reports.toReversed().slice(offset, offset + limit);
  return {
    next: offset + limit < story.reports.length ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: page.map((report) => item(report, shape, baseUrl)),
  };
}

function item({ id, bucket, time, photo }: Report, shape: FormShape, baseUrl: string): object {
  return {
    id,
    bucket: shape.labels[bucket],
    created_at: timestamp(time),
    ...(shape.hasReportPhotos
      ? { photo_url: photo === null ? null : `${baseUrl}/photos/${photo.file}` }
      : {}),
  };
}
