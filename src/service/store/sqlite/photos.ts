/** Finds photos for the highlights: one index seek each. */
import type { DatabaseSync } from 'node:sqlite';
import { CAPTION_READ, type PhotoRow, photoOf } from '../rows.ts';
import type { ReportReader } from '../store.ts';
import { firstRow } from './connection.ts';

/** Photos that expire too early are skipped inside the index, without reading their rows. */
export const FIRST_PHOTO_SQL = `
  SELECT p.report_id, p.created_at, p.file, substr(p.caption, 1, ${CAPTION_READ}) AS caption, p.expires_at,
    (SELECT count(*) FROM photo_like l WHERE l.report_id = p.report_id) AS like_count,
    EXISTS (SELECT 1 FROM photo_like l WHERE l.report_id = p.report_id AND l.account_id = ?) AS liked
  FROM photo p
  WHERE p.created_at >= ? AND p.created_at < ? AND p.expires_at >= ?
  ORDER BY p.created_at, p.report_id LIMIT 1`;

export function photoReader(connection: DatabaseSync): Pick<ReportReader, 'firstPhotos'> {
  const firstPhoto = connection.prepare(FIRST_PHOTO_SQL);
  return {
    async firstPhotos(queries, account) {
      return queries.map(({ from, before, validUntil }) => {
        const row = firstRow<PhotoRow>(firstPhoto, account, from, before, validUntil);
        return row === undefined ? null : photoOf(row);
      });
    },
  };
}
