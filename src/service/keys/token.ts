import { createHash, randomBytes } from 'node:crypto';

/** 256 bits in base64url. */
const SHAPE = /^[\w-]{43}$/;

/** A new secret of a link or of a session, and what the store keeps of it. */
export function newToken(): { readonly token: string; readonly hash: Uint8Array } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

/** The hash of a token from outside; null if it can't be one. */
export function hashToken(token: unknown): Uint8Array | null {
  return typeof token === 'string' && SHAPE.test(token) ? sha256(token) : null;
}

export function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
