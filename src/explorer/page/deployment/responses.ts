import type { components, paths as Paths1 } from '../../../service/contract/form-1.types.generated.ts';
import type { paths as Paths2 } from '../../../service/contract/form-2.types.generated.ts';
import { DAY, wallTimeOf } from '../local-time.ts';

export type Form = 1 | 2;

/** The paths of either form. */
export type Path = keyof Paths1 | keyof Paths2;

type Operation<P extends Path> =
  | (P extends keyof Paths1 ? Paths1[P]['get'] : never)
  | (P extends keyof Paths2 ? Paths2[P]['get'] : never);

/** The JSON body of a 200 response: a union of both forms where they differ. */
export type ResponseBody<P extends Path> = BodyOf<Operation<P>>;

type BodyOf<O> = O extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** The query parameters of a path. */
export type QueryOf<P extends Path> = NonNullable<
  Operation<P> extends { parameters: { query?: infer Query } } ? Query : never
>;

export type Status = ResponseBody<'/api/v1/status'>;
export type Chart = ResponseBody<'/api/v1/chart'>;
export type Patterns = ResponseBody<'/api/v1/patterns'>;
export type ReportPage = ResponseBody<'/api/v1/reports'>;
export type Highlights = ResponseBody<'/api/v1/highlights'>;
export type OpenWindow = NonNullable<Extract<Chart, { open_window: unknown }>['open_window']>;
export type ProblemBody = components['schemas']['Problem'];

/** The form of a chart: only Form 2 has `open_window`, even where it is null. */
export function formOf(chart: Chart): Form {
  return 'open_window' in chart ? 2 : 1;
}

/** When the venue can be open on the day of the chart; null in Form 1 and for longer ranges. */
export function openWindowOf(chart: Chart): OpenWindow | null {
  return 'open_window' in chart ? chart.open_window : null;
}

/** True if the venue is open on the whole day of the chart, so that its closing time may only stand for the end of the day. */
export function isOpenAllDay(chart: Chart): boolean {
  const window = openWindowOf(chart);
  if (window === null || window.closed.length > 0) return false;
  return wallTimeOf(window.end) - wallTimeOf(window.start) >= DAY;
}
