import type { Responses } from '../contract/form-2.operations.generated.ts';
import { BUCKET_VALUE, type Bucket } from '../domain/bucket.ts';
import type { DayChart, RangeChart } from '../domain/chart.ts';
import type { LocalTime } from '../domain/local-time.ts';
import type { OpenWindow } from '../domain/opening-hours.ts';
import type { Patterns } from '../domain/patterns.ts';
import type { FeedPage, Highlight, Report, ReportColumns } from '../domain/report.ts';
import {
  type Presentation,
  type Projections,
  presentChart,
  presentPage,
  presentPatterns,
  presentStatus,
} from './projections.ts';
import { csvText, presentRangeChart } from './report-texts.ts';

/** Form 2: numeric bucket labels, highlights, open window and open hours; no photo information on reports. */
export const form2 = {
  id: 2,
  projections: {
    getStatus: presentStatus,
    getChart: (chart: DayChart | RangeChart, presentation: Presentation) =>
      'averages' in chart
        ? presentRangeChart(chart, presentation.time, { open_window: null })
        : {
            ...presentChart(chart, presentation),
            open_window: presentOpenWindow(chart.openWindow, presentation.time),
          },
    getPatterns: (patterns: Patterns) => ({
      ...presentPatterns(patterns),
      open_hours: { ...patterns.openHours },
    }),
    listReports: (page: FeedPage, presentation: Presentation) =>
      presentPage(page, presentation, presentReport),
    exportReports: (reports: AsyncIterable<ReportColumns>, { time }: Presentation) =>
      csvText(['timestamp', 'bucket'], reports, time, (bucket) => [numericLabel(bucket)]),
    getHighlights: (highlights: readonly Highlight[], presentation: Presentation) => ({
      highlights: highlights.map((highlight) => presentHighlight(highlight, presentation)),
    }),
  } satisfies Projections<Responses>,
} as const;

function presentOpenWindow(
  window: OpenWindow,
  time: LocalTime,
): NonNullable<Responses['getChart']['open_window']> {
  return {
    start: time.timestamp(window.start),
    end: time.timestamp(window.end),
    closed: window.closed.map(({ start, end }) => ({
      start: time.timestamp(start),
      end: time.timestamp(end),
    })),
  };
}

function presentReport(
  { id, bucket, createdAt }: Report,
  { time }: Presentation,
): Responses['listReports']['results'][number] {
  return { id, bucket: numericLabel(bucket), created_at: time.timestamp(createdAt) };
}

function presentHighlight(
  { date, photo }: Highlight,
  presentation: Presentation,
): Responses['getHighlights']['highlights'][number] {
  return {
    date: date.toString(),
    photo: {
      // Gaps `photo-id` and `photo-created`
      id: photo.reportId,
      image_url: presentation.photoUrl(photo),
      thumbnail_url: presentation.thumbnailUrl(photo),
      caption: photo.caption,
      created_at: presentation.time.timestamp(photo.createdAt),
      expires_at: presentation.time.timestamp(photo.expiresAt),
      like_count: photo.likeCount,
      liked: photo.liked,
    },
  };
}

/** The label of a bucket: its value in digits (gap `form-2-labels`). */
function numericLabel(bucket: Bucket): string {
  return String(BUCKET_VALUE[bucket]);
}
