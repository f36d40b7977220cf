/** Finds photos for the highlights: one index seek each. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../domain/micros.ts';
import type { Photo } from '../../domain/report.ts';
import type { ReportReader } from '../store.ts';
import { firstRow } from './connection.ts';

/** Photos that expire too early are skipped inside the index, without reading their rows. */
export const FIRST_PHOTO_SQL = `
  SELECT p.report_id, p.created_at, p.file, p.caption, p.expires_at,
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

interface PhotoRow {
  readonly report_id: number;
  readonly created_at: Micros;
  readonly file: string | null;
  readonly caption: string;
  readonly expires_at: Micros;
  readonly like_count: number;
  readonly liked: 0 | 1;
}

function photoOf(row: PhotoRow): Photo {
  return {
    reportId: row.report_id,
    createdAt: row.created_at,
    file: row.file,
    caption: row.caption,
    expiresAt: row.expires_at,
    likeCount: row.like_count,
    liked: row.liked === 1,
  };
}
