/** The projections that both forms share. Each form's module checks them against its generated types. */
import type { components } from '../contract/form-1.types.generated.ts';
import { BUCKET_VALUE } from '../domain/bucket.ts';
import type { DayChart } from '../domain/chart.ts';
import type { LocalTime } from '../domain/local-time.ts';
import type { Hours } from '../domain/opening-hours.ts';
import type { Patterns } from '../domain/patterns.ts';
import type { FeedPage, FeedPosition, PhotoFile, Report } from '../domain/report.ts';
import type { Status } from '../domain/status.ts';
import type { JsonText } from './report-texts.ts';

type Schemas = components['schemas'];

/** The facts about the service and the request that a projection needs. */
export interface Presentation {
  readonly time: LocalTime;
  /** The full URL of the feed page that begins at a position. */
  readonly pageUrl: (direction: 'older' | 'newer', position: FeedPosition) => string;
  readonly photoUrl: (photo: PhotoFile) => string;
  readonly thumbnailUrl: (photo: PhotoFile) => string;
}

/** One projection for each operation of a form's document, typed by its response. */
export type Projections<Responses> = {
  readonly [Id in keyof Responses]: (
    result: never,
    presentation: Presentation,
  ) => Responses[Id] | JsonText<Responses[Id]>;
};

export function presentStatus(status: Status, { time }: Presentation): Schemas['Status'] {
  return {
    has_estimate: status.hasEstimate,
    message: status.message,
    estimate_display: `${status.low}-${status.high}`,
    estimate_value: status.value,
    report_count: status.reportCount,
    last_updated: time.timestamp(status.lastUpdated),
    hours: presentHours(status.hours),
  };
}

function presentHours(hours: Hours): Schemas['Hours'] {
  const closing = {
    closing_soon: hours.closingSoon,
    minutes_until_close: hours.minutesUntilClose,
    closes_at: hours.closesAt,
  };
  return hours.isOpen
    ? { is_open: true, ...closing, opens_at: null }
    : { is_open: false, ...closing, opens_at: hours.opensAt };
}

/** Scatter and line of a day; the open window depends on the form. */
export function presentChart(
  { scatter, line }: Pick<DayChart, 'scatter' | 'line'>,
  { time }: Presentation,
): Schemas['Chart'] {
  return {
    scatter: scatter.map(({ at, bucket }) => ({ t: time.timestamp(at), value: BUCKET_VALUE[bucket] })),
    line: line.map(({ t, value }) => ({ t: time.timestamp(t), value })),
  };
}

/** Averages by hour and weekday; the open hours depend on the form. */
export function presentPatterns(patterns: Patterns): Schemas['Patterns'] {
  return {
    by_hour: patterns.byHour.map(({ hour, value, reportCount }) => ({
      hour,
      value,
      report_count: reportCount,
    })),
    by_weekday: patterns.byWeekday.map(({ weekday, label, value, reportCount }) => ({
      weekday,
      label,
      value,
      report_count: reportCount,
    })),
  };
}

/** A feed page; the shape of its reports depends on the form. */
export function presentPage<Item>(
  page: FeedPage,
  presentation: Presentation,
  presentReport: (report: Report, presentation: Presentation) => Item,
): { next: string | null; previous: string | null; results: Item[] } {
  return {
    next: page.older === null ? null : presentation.pageUrl('older', page.older),
    previous: page.newer === null ? null : presentation.pageUrl('newer', page.newer),
    results: page.reports.map((report) => presentReport(report, presentation)),
  };
}
