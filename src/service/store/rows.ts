/** How both engines store addresses and photos. */
import type { Micros } from '../domain/micros.ts';
import type { Photo } from '../domain/report.ts';
import { cut, TEXT_LIMITS } from '../domain/texts.ts';

/** The address that identifies an account: letter case makes no difference. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * The columns of a photo `p`, for the account `$1`. Captions that were imported before there was a limit may be longer, so one character more
 * than the limit is read: it tells that the response has to cut the caption.
 */
export const PHOTO_COLUMNS = `
  p.report_id, p.created_at, p.file, substr(p.caption, 1, ${TEXT_LIMITS.caption + 1}) AS caption, p.expires_at,
  (SELECT count(*) FROM photo_like l WHERE l.report_id = p.report_id) AS like_count,
  EXISTS (SELECT 1 FROM photo_like l WHERE l.report_id = p.report_id AND l.account_id = $1) AS liked`;

export interface PhotoRow {
  readonly report_id: number;
  readonly created_at: Micros;
  readonly file: string | null;
  /** The beginning of a longer one (`PHOTO_COLUMNS`). */
  readonly caption: string;
  readonly expires_at: Micros;
  readonly like_count: number;
  /** SQLite has no booleans. */
  readonly liked: boolean | 0 | 1;
}

export function photoOf(row: PhotoRow): Photo {
  return {
    reportId: row.report_id,
    createdAt: row.created_at,
    file: row.file,
    caption: cut(row.caption, TEXT_LIMITS.caption),
    expiresAt: row.expires_at,
    likeCount: row.like_count,
    liked: Boolean(row.liked),
  };
}
