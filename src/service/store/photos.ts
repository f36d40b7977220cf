/** Finds photos for the highlights: one index seek. */
import type { Micros } from '../domain/micros.ts';
import { cut, TEXT_LIMITS } from '../domain/texts.ts';
import type { StoreDatabase } from './statements.ts';
import type { ReportReader } from './store.ts';

/**
 * Photos that expire too early are skipped inside the index, without reading their rows. Captions that were imported before there was a limit
 * may be longer, so one character more than the limit is read: it tells that the response has to cut the caption.
 */
export const FIRST_PHOTO = {
  name: 'firstPhoto',
  text: `
    SELECT p.report_id AS "reportId", p.created_at AS "createdAt", p.file,
      substr(p.caption, 1, ${TEXT_LIMITS.caption + 1}) AS caption, p.expires_at AS "expiresAt",
      (SELECT count(*) FROM photo_like l WHERE l.report_id = p.report_id) AS "likeCount",
      EXISTS (SELECT 1 FROM photo_like l WHERE l.report_id = p.report_id AND l.account_id = $1) AS liked
    FROM photo p
    WHERE p.created_at >= $2 AND p.created_at < $3 AND p.expires_at >= $4
    ORDER BY p.created_at, p.report_id LIMIT 1`,
};

interface PhotoRow {
  readonly reportId: number;
  readonly createdAt: Micros;
  readonly file: string | null;
  /** The beginning of a longer one. */
  readonly caption: string;
  readonly expiresAt: Micros;
  readonly likeCount: number;
  /** SQLite has no booleans. */
  readonly liked: boolean | 0 | 1;
}

export function photoReader(database: Pick<StoreDatabase, 'rows'>): Pick<ReportReader, 'firstPhoto'> {
  return {
    async firstPhoto({ from, before, validUntil }, account) {
      const [row] = await database.rows<PhotoRow>(FIRST_PHOTO, account, from, before, validUntil);
      if (row === undefined) return null;
      return { ...row, caption: cut(row.caption, TEXT_LIMITS.caption), liked: Boolean(row.liked) };
    },
  };
}
