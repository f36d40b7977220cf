import type { FeedPosition } from '../domain/report.ts';

/** Where a page of the feed starts, and its direction. */
export interface Cursor {
  readonly direction: 'older' | 'newer';
  readonly position: FeedPosition;
}

const LETTERS = { older: 'o', newer: 'n' } as const;
const SHAPE = /^([on])(-?\d{1,17})\.(\d{1,16})$/;

/**
 * A cursor as opaque text. It contains a position in the feed and nothing else, so a forged one is only another position
 * (gap `bad-cursor`).
 */
export function encodeCursor({ direction, position }: Cursor): string {
  return Buffer.from(`${LETTERS[direction]}${position.createdAt}.${position.id}`).toString('base64url');
}

/** Parses a cursor; null when the text is not one. */
export function decodeCursor(text: string): Cursor | null {
  const [, letter, createdAt, id] = SHAPE.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const position = { createdAt: Number(createdAt), id: Number(id) };
  if (!Number.isSafeInteger(position.createdAt) || !Number.isSafeInteger(position.id)) return null;
  return { direction: letter === LETTERS.older ? 'older' : 'newer', position };
}
