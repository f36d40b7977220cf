import type { Operations, Responses } from '../contract/form-2.operations.generated.ts';
import { BUCKET_VALUE, type Bucket } from '../domain/bucket.ts';
import type { LocalTime } from '../domain/local-time.ts';
import type { OpenWindow } from '../domain/opening-hours.ts';
import type { Highlight, Report } from '../domain/report.ts';
import type { Computations, Form, Presentation } from './form.ts';
import { csvText, presentChart, presentPage, presentPatterns, presentStatus } from './projections.ts';

/** Form 2: numeric bucket labels, highlights, open window and open hours; no photo information on reports. */
export const form2 = {
  id: 2,
  operations<Context extends Presentation>(compute: Computations<Context>): Operations<Context> {
    return {
      getStatus: async (query, context) =>
        presentStatus(await compute.getStatus(query, context), context.time),
      getChart: async (query, context) => {
        const chart = await compute.getChart(query, context);
        return {
          ...presentChart(chart, context.time),
          open_window: chart.openWindow === null ? null : presentOpenWindow(chart.openWindow, context.time),
        };
      },
      getPatterns: async (query, context) => {
        const patterns = await compute.getPatterns(query, context);
        return { ...presentPatterns(patterns), open_hours: { ...patterns.openHours } };
      },
      listReports: async (query, context) =>
        presentPage(await compute.listReports(query, context), context, (report) =>
          presentReport(report, context.time),
        ),
      exportReports: async (query, context) =>
        csvText(
          ['timestamp', 'bucket'],
          await compute.exportReports(query, context),
          context.time,
          (bucket) => [numericLabel(bucket)],
        ),
      getHighlights: async (query, context) => ({
        highlights: (await compute.getHighlights(query, context)).map((highlight) =>
          presentHighlight(highlight, context),
        ),
      }),
    };
  },
} satisfies Form;

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

function presentReport(report: Report, time: LocalTime): Responses['listReports']['results'][number] {
  return { id: report.id, bucket: numericLabel(report.bucket), created_at: time.timestamp(report.createdAt) };
}

function presentHighlight(
  { date, photo }: Highlight,
  presentation: Presentation,
): Responses['getHighlights']['highlights'][number] {
  return {
    date: date.toString(),
    photo: {
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

/** The label of a bucket: the number that it stands for, in digits (gap `form-2-labels`). */
function numericLabel(bucket: Bucket): string {
  return String(BUCKET_VALUE[bucket]);
}
