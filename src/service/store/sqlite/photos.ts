/** Finds photos for the highlights: one index seek each. */
import type { AccountDatabase } from '../accounts/statements.ts';
import { PHOTO_COLUMNS, type PhotoRow, photoOf } from '../rows.ts';
import type { ReportReader } from '../store.ts';

/** Photos that expire too early are skipped inside the index, without reading their rows. */
export const FIRST_PHOTO_SQL = `
  SELECT ${PHOTO_COLUMNS}
  FROM photo p
  WHERE p.created_at >= $2 AND p.created_at < $3 AND p.expires_at >= $4
  ORDER BY p.created_at, p.report_id LIMIT 1`;

export function photoReader(database: Pick<AccountDatabase, 'rows'>): Pick<ReportReader, 'firstPhotos'> {
  return {
    firstPhotos: (queries, account) =>
      Promise.all(
        queries.map(async ({ from, before, validUntil }) => {
          const [row] = await database.rows<PhotoRow>(FIRST_PHOTO_SQL, account, from, before, validUntil);
          return row === undefined ? null : photoOf(row);
        }),
      ),
  };
}
