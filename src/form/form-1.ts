import type { Operations, Responses } from '../contract/form-1.operations.generated.ts';
import type { Report } from '../domain/report.ts';
import type { Computations, Form, Presentation } from './form.ts';
import { csvText, presentChart, presentPage, presentPatterns, presentStatus } from './projections.ts';

/** Form 1: six named buckets, photo information on reports; no highlights, open window or open hours. */
export const form1 = {
  id: 1,
  operations<Context extends Presentation>(compute: Computations<Context>): Operations<Context> {
    return {
      getStatus: async (query, context) =>
        presentStatus(await compute.getStatus(query, context), context.time),
      getChart: async (query, context) => presentChart(await compute.getChart(query, context), context.time),
      getPatterns: async (query, context) => presentPatterns(await compute.getPatterns(query, context)),
      listReports: async (query, context) =>
        presentPage(await compute.listReports(query, context), context, (report) =>
          presentReport(report, context),
        ),
      exportReports: async (query, context) =>
        csvText(
          ['timestamp', 'bucket', 'has_photo'],
          await compute.exportReports(query, context),
          context.time,
          (bucket, hasPhoto) => [bucket, hasPhoto ? 'True' : 'False'],
        ),
    };
  },
} satisfies Form;

function presentReport(
  report: Report,
  presentation: Presentation,
): Responses['listReports']['results'][number] {
  return {
    id: report.id,
    bucket: report.bucket,
    created_at: presentation.time.timestamp(report.createdAt),
    photo_url: report.photo === null ? null : presentation.photoUrl(report.photo),
  };
}
