import type { FeedPosition } from '../domain/report.ts';

/** Where a page of the feed begins, and in which direction it goes from there. */
export interface Cursor {
  readonly direction: 'older' | 'newer';
  readonly position: FeedPosition;
}

const LETTERS = { older: 'o', newer: 'n' } as const;
const SHAPE = /^([on])(-?\d{1,17})\.(\d{1,16})$/;

/**
 * A cursor as opaque text. It holds a place in the feed and nothing else, so a forged one is merely another place
 * (gap `bad-cursor`).
 */
export function encodeCursor({ direction, position }: Cursor): string {
  return Buffer.from(`${LETTERS[direction]}${position.createdAt}.${position.id}`).toString('base64url');
}

/** The cursor behind a text; null when it is none. */
export function decodeCursor(text: string): Cursor | null {
  const [, letter, createdAt, id] = SHAPE.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const position = { createdAt: Number(createdAt), id: Number(id) };
  if (!Number.isSafeInteger(position.createdAt) || !Number.isSafeInteger(position.id)) return null;
  return { direction: letter === LETTERS.older ? 'older' : 'newer', position };
}
