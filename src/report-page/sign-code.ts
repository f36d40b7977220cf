import { timingSafeEqual } from 'node:crypto';

/** True if somebody typed the code of the sign; letter case and spaces don't matter. */
export function isCode(given: unknown, code: string): boolean {
  const [right, text] = [plain(code), plain(typeof given === 'string' ? given : '')];
  return text.length === right.length && timingSafeEqual(Buffer.from(text), Buffer.from(right));
}

/** True if a code has so many possibilities that nobody finds it by trying as often as all networks together may. */
export function isHardToGuess(code: string): boolean {
  const text = plain(code);
  return text.length >= 6 && /\d/.test(text) && /[A-Z]/.test(text);
}

function plain(code: string): string {
  return code.replaceAll(/[^\w]/g, '').toUpperCase();
}
