/** How both engines store addresses and photos. */
import type { Micros } from '../domain/micros.ts';
import type { Photo } from '../domain/report.ts';
import { cut, TEXT_LIMITS } from '../domain/texts.ts';

/** The address that identifies an account: letter case makes no difference. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * How many characters of a caption are read. Databases may have longer ones, from before imports had a limit; one more than the limit
 * shows that a response must cut it.
 */
export const CAPTION_READ = TEXT_LIMITS.caption + 1;

export interface PhotoRow {
  readonly report_id: number;
  readonly created_at: Micros;
  readonly file: string | null;
  /** The beginning of a longer one (`CAPTION_READ`). */
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
