/** Finds keys of a Queue Headcount service in texts. It needs nothing but Node.js. */
import { createHash } from 'node:crypto';

const KEY = /\bhc_([0-9A-Za-z]{32})([0-9A-Za-z]{6})\b/g;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The keys in a text. What only looks like a key has another checksum. */
export function findKeys(text: string): readonly string[] {
  return [...text.matchAll(KEY)]
    .filter(([, random = '', checksum]) => checksumOf(random) === checksum)
    .map(([key]) => key);
}

function checksumOf(random: string): string {
  const number = createHash('sha256').update(`headcount:${random}`).digest().readUInt32BE();
  const places = [0, 1, 2, 3, 4, 5];
  return places.map((place) => DIGITS[Math.floor(number / 62 ** place) % 62]).join('');
}
