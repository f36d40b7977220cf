/** Reads reports: every query is a seek or a bounded scan of the index `report_by_time`. */
import type { DatabaseSync } from 'node:sqlite';
import { bucketAt } from '../../domain/bucket.ts';
import { type Micros, WEEK } from '../../domain/micros.ts';
import type { FeedPosition, Report, WeekCount } from '../../domain/report.ts';
import {
  bucketCountsOfRow,
  COUNT_BY_QUARTER_HOUR,
  type QuarterHourRow,
  quarterHourBounds,
  weekBounds,
} from '../quarter-hours.ts';
import type { FeedQuery, ReportReader } from '../store.ts';
import { allRows, firstRow } from './connection.ts';

type Reports = Pick<
  ReportReader,
  'observations' | 'bucketCounts' | 'weekCounts' | 'extent' | 'nextAfter' | 'feed'
>;

const REPORT = `
  SELECT r.id, r.created_at, r.bucket, p.report_id IS NOT NULL AS has_photo, p.file
  FROM report r LEFT JOIN photo p ON p.report_id = r.id`;

/** Exported so that a test can check the query plans. */
export const REPORT_SQL = {
  observations: `
    SELECT created_at, bucket FROM report
    WHERE created_at >= ? AND created_at < ? ORDER BY created_at, id`,
  bucketCounts: `
    SELECT ${COUNT_BY_QUARTER_HOUR} FROM report WHERE created_at >= ?1 AND created_at < ?2 GROUP BY quarter
    UNION ALL
    SELECT quarter, b0, b1, b2, b3, b4, b5 FROM quarter_count WHERE quarter >= ?3 AND quarter < ?4
    UNION ALL
    SELECT ${COUNT_BY_QUARTER_HOUR} FROM report WHERE created_at >= ?5 AND created_at < ?6 GROUP BY quarter
    ORDER BY quarter`,
  weekCounts: `
    SELECT week * ${WEEK} AS start, reports AS count, removed FROM week_count
    WHERE reports > 0 AND week >= ?1 AND week < ?2 ORDER BY week`,
  extent: `
    SELECT (SELECT min(created_at) FROM report WHERE created_at < :end) AS first,
           (SELECT max(created_at) FROM report WHERE created_at < :end) AS last`,
  nextAfter: 'SELECT min(created_at) AS at FROM report WHERE created_at > ?',
  older: `${REPORT}
    WHERE (r.created_at, r.id) < (?, ?) AND r.created_at >= ?
    ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
  newer: `${REPORT}
    WHERE (r.created_at, r.id) > (?, ?) AND r.created_at <= ?
    ORDER BY r.created_at, r.id LIMIT ?`,
} as const;

export function reportReader(connection: DatabaseSync): Reports {
  const observations = connection.prepare(REPORT_SQL.observations);
  const bucketCounts = connection.prepare(REPORT_SQL.bucketCounts);
  const weekCounts = connection.prepare(REPORT_SQL.weekCounts);
  const extent = connection.prepare(REPORT_SQL.extent);
  const nextAfter = connection.prepare(REPORT_SQL.nextAfter);
  const older = connection.prepare(REPORT_SQL.older);
  const newer = connection.prepare(REPORT_SQL.newer);

  return {
    async observations({ start, end }) {
      return allRows<ObservationRow>(observations, start, end).map((row) => ({
        at: row.created_at,
        bucket: bucketAt(row.bucket),
      }));
    },

    async bucketCounts(span) {
      return allRows<QuarterHourRow>(bucketCounts, ...quarterHourBounds(span)).flatMap(bucketCountsOfRow);
    },

    async weekCounts(span) {
      return allRows<WeekCount>(weekCounts, ...weekBounds(span));
    },

    async extent(end) {
      const row = extent.get({ end });
      const [first, last] = [row?.['first'], row?.['last']];
      return typeof first === 'number' && typeof last === 'number' ? { first, last } : null;
    },

    async nextAfter(at) {
      return firstRow<{ at: Micros | null }>(nextAfter, at)?.at ?? null;
    },

    async feed({ now, limit, from }: FeedQuery) {
      if (from?.direction === 'newer') {
        const { createdAt, id } = from.position;
        return allRows<ReportRow>(newer, createdAt, id, now, limit).map(reportOf).reverse();
      }
      const { createdAt, id } = earlier(from?.position, startOf(now + 1));
      return allRows<ReportRow>(older, createdAt, id, 0, limit).map(reportOf);
    },
  };
}

interface ReportRow {
  readonly id: number;
  readonly created_at: Micros;
  readonly bucket: number;
  readonly has_photo: 0 | 1;
  readonly file: string | null;
}

function reportOf(row: ReportRow): Report {
  return {
    id: row.id,
    createdAt: row.created_at,
    bucket: bucketAt(row.bucket),
    photo: row.has_photo === 1 ? { reportId: row.id, file: row.file } : null,
  };
}

/** The position before the first report of a time; ids begin at 1. */
function startOf(at: Micros): FeedPosition {
  return { createdAt: at, id: 0 };
}

interface ObservationRow {
  readonly created_at: Micros;
  readonly bucket: number;
}

/** One upper bound, where SQLite's scan starts: the position, unless it is after the other. */
function earlier(position: FeedPosition | undefined, other: FeedPosition): FeedPosition {
  return position !== undefined && position.createdAt < other.createdAt ? position : other;
}
