import type { Queries } from '../contract/form-2.operations.generated.ts';
import type { Chart } from '../domain/chart.ts';
import type { LocalTime } from '../domain/local-time.ts';
import type { Patterns } from '../domain/patterns.ts';
import type { FeedPage, FeedPosition, Highlight, PhotoFile, ReportColumns } from '../domain/report.ts';
import type { Status } from '../domain/status.ts';

/** What the operations of all forms together come to, before a form gives it its shape. */
export interface Results {
  getStatus: Status;
  getChart: Chart;
  getPatterns: Patterns;
  listReports: FeedPage;
  exportReports: AsyncIterable<ReportColumns>;
  getHighlights: readonly Highlight[];
}

/** The computations behind the operations: one for each operationId that any form has. */
export type Computations<Context> = {
  [Id in keyof Results]: (query: Queries[Id], context: Context) => Promise<Results[Id]>;
};

/** What giving a result its shape needs to know about the service and the request. */
export interface Presentation {
  readonly time: LocalTime;
  /** Full URL of the feed's page that begins at a position. */
  pageUrl(direction: 'older' | 'newer', position: FeedPosition): string;
  photoUrl(photo: PhotoFile): string;
  thumbnailUrl(photo: PhotoFile): string;
}

/**
 * A form of the interface: its document's number, and its operations, each a computation
 * with the form's projection around it. Typed by the form's generated operations where it is
 * defined; the router only looks handlers up by operationId.
 */
export interface Form {
  readonly id: 1 | 2;
  operations<Context extends Presentation>(compute: Computations<Context>): Handlers<Context>;
}

export type Handlers<Context> = Readonly<
  Record<string, (query: never, context: Context) => Promise<object | AsyncIterable<string>>>
>;
