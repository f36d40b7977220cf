/** Finds photos for the highlights: one index seek each, all in one statement. */
import { PHOTO_COLUMNS, type PhotoRow, photoOf } from '../rows.ts';
import type { ReportReader } from '../store.ts';
import type { Statements } from './statements.ts';

/** Photos that expire too early are skipped inside the index, without reading their rows. */
export const FIRST_PHOTOS_SQL = `
  SELECT q.number, ${PHOTO_COLUMNS}
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS q (since, before, valid_until, number)
  CROSS JOIN LATERAL (
    SELECT * FROM photo
    WHERE created_at >= q.since AND created_at < q.before AND expires_at >= q.valid_until
    ORDER BY created_at, report_id LIMIT 1
  ) p`;

export function photoReader(database: Statements): Pick<ReportReader, 'firstPhotos'> {
  return {
    async firstPhotos(queries, account) {
      if (queries.length === 0) return [];
      const rows = await database.rows<NumberedPhotoRow>(
        { name: 'firstPhotos', text: FIRST_PHOTOS_SQL },
        account,
        queries.map(({ from }) => from),
        queries.map(({ before }) => before),
        queries.map(({ validUntil }) => validUntil),
      );
      const found = new Map(rows.map((row) => [row.number, photoOf(row)]));
      return queries.map((_, index) => found.get(index + 1) ?? null);
    },
  };
}

interface NumberedPhotoRow extends PhotoRow {
  /** The number of the query, from 1. */
  readonly number: number;
}
