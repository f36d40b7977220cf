import type { Responses } from '../contract/form-1.operations.generated.ts';
import type { DayChart, RangeChart } from '../domain/chart.ts';
import type { FeedPage, Report, ReportColumns } from '../domain/report.ts';
import {
  type Presentation,
  type Projections,
  presentChart,
  presentPage,
  presentPatterns,
  presentStatus,
} from './projections.ts';
import { csvText, presentRangeChart } from './report-texts.ts';

/** Form 1: six named buckets and photo information on reports; no highlights, open window or open hours. */
export const form1 = {
  id: 1,
  projections: {
    getStatus: presentStatus,
    getChart: (chart: DayChart | RangeChart, presentation: Presentation) =>
      'averages' in chart
        ? presentRangeChart(chart, presentation.time, {})
        : presentChart(chart, presentation),
    getPatterns: presentPatterns,
    listReports: (page: FeedPage, presentation: Presentation) =>
      presentPage(page, presentation, presentReport),
    exportReports: (reports: AsyncIterable<ReportColumns>, { time }: Presentation) =>
      csvText(['timestamp', 'bucket', 'has_photo'], reports, time, (bucket, hasPhoto) => [
        bucket,
        hasPhoto ? 'True' : 'False',
      ]),
  } satisfies Projections<Responses>,
} as const;

function presentReport(
  { id, bucket, createdAt, photo }: Report,
  { time, photoUrl }: Presentation,
): Responses['listReports']['results'][number] {
  return {
    id,
    bucket,
    created_at: time.timestamp(createdAt),
    photo_url: photo === null ? null : photoUrl(photo),
  };
}
