/** Reads reports: every query is a seek or a bounded scan of the index `report_by_time`. */

import { bucketAt } from '../domain/bucket.ts';
import { type Micros, WEEK } from '../domain/micros.ts';
import type { FeedPosition, Report, WeekCount } from '../domain/report.ts';
import {
  bucketCountsOfRow,
  COUNT_BY_QUARTER_HOUR,
  type QuarterHourRow,
  quarterHourBounds,
  weekBounds,
} from './quarter-hours.ts';
import type { StoreDatabase } from './statements.ts';
import type { ReportReader } from './store.ts';

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
    WHERE created_at >= $1 AND created_at < $2 ORDER BY created_at, id`,
  bucketCounts: `
    SELECT ${COUNT_BY_QUARTER_HOUR} FROM report WHERE created_at >= $1 AND created_at < $2 GROUP BY quarter
    UNION ALL
    SELECT quarter, b0, b1, b2, b3, b4, b5 FROM quarter_count WHERE quarter >= $3 AND quarter < $4
    UNION ALL
    SELECT ${COUNT_BY_QUARTER_HOUR} FROM report WHERE created_at >= $5 AND created_at < $6 GROUP BY quarter
    ORDER BY quarter`,
  weekCounts: `
    SELECT week * ${WEEK} AS start, reports AS count, removed FROM week_count
    WHERE reports > 0 AND week >= $1 AND week < $2 ORDER BY week`,
  extent: `
    SELECT (SELECT min(created_at) FROM report WHERE created_at < $1) AS first,
           (SELECT max(created_at) FROM report WHERE created_at < $1) AS last`,
  nextAfter: 'SELECT min(created_at) AS at FROM report WHERE created_at > $1',
  older: `${REPORT}
    WHERE (r.created_at, r.id) < ($1, $2) AND r.created_at >= $3
    ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
  newer: `${REPORT}
    WHERE (r.created_at, r.id) > ($1, $2) AND r.created_at <= $3
    ORDER BY r.created_at, r.id LIMIT $4`,
} as const;

export function reportReader(database: Pick<StoreDatabase, 'rows'>): Reports {
  return {
    async observations({ start, end }) {
      const rows = await database.rows<ObservationRow>(named('observations'), start, end);
      return rows.map((row) => ({ at: row.created_at, bucket: bucketAt(row.bucket) }));
    },

    async bucketCounts(span) {
      const rows = await database.rows<QuarterHourRow>(named('bucketCounts'), ...quarterHourBounds(span));
      return rows.flatMap(bucketCountsOfRow);
    },

    weekCounts: (span) => database.rows<WeekCount>(named('weekCounts'), ...weekBounds(span)),

    async extent(end) {
      const [row] = await database.rows<ExtentRow>(named('extent'), end);
      return row == null || row.first === null || row.last === null
        ? null
        : { first: row.first, last: row.last };
    },

    async nextAfter(at) {
      const [row] = await database.rows<{ at: Micros | null }>({ ...named('nextAfter'), urgent: true }, at);
      return row?.at ?? null;
    },

    async feed({ now, limit, from }) {
      if (from?.direction === 'newer') {
        const { createdAt, id } = from.position;
        const rows = await database.rows<ReportRow>(named('newer'), createdAt, id, now, limit);
        return rows.map(reportOf).reverse();
      }
      const { createdAt, id } = earlier(from?.position, startOf(now + 1));
      const rows = await database.rows<ReportRow>(named('older'), createdAt, id, 0, limit);
      return rows.map(reportOf);
    },
  };
}

interface ReportRow {
  readonly id: number;
  readonly created_at: Micros;
  readonly bucket: number;
  /** SQLite has no booleans. */
  readonly has_photo: boolean | 0 | 1;
  readonly file: string | null;
}

function reportOf(row: ReportRow): Report {
  return {
    id: row.id,
    createdAt: row.created_at,
    bucket: bucketAt(row.bucket),
    photo: row.has_photo ? { reportId: row.id, file: row.file } : null,
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

interface ExtentRow {
  readonly first: Micros | null;
  readonly last: Micros | null;
}

function named(name: keyof typeof REPORT_SQL): { readonly name: string; readonly text: string } {
  return { name, text: REPORT_SQL[name] };
}

/** One upper bound to start from: the position, unless it is after the other. */
function earlier(position: FeedPosition | undefined, other: FeedPosition): FeedPosition {
  return position !== undefined && position.createdAt < other.createdAt ? position : other;
}
