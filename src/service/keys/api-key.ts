import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^hc_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * A new API key: `hc_`, 32 random characters (190 bits) and a checksum of six. The checksum reveals a mistyped key
 * without a query, and lets a secret scanner verify what it finds.
 */
export function newApiKey(): string {
  const random = Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `hc_${random}${checksum(random)}`;
}

/** Whether a text has the format of a key and the right checksum. */
export function isApiKey(text: string): boolean {
  const [, random, check] = SHAPE.exec(text) ?? [];
  return random !== undefined && checksum(random) === check;
}

/** The SHA-256 of a key, which the store keeps instead of the key. A key has too much entropy to be guessed from it. */
export function hashApiKey(key: string): Uint8Array {
  return createHash('sha256').update(key).digest();
}

/** The first characters of a key, which identify it to its owner and the operator. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, 9);
}

function checksum(random: string): string {
  let number = createHash('sha256').update(`headcount:${random}`).digest().readUInt32BE();
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text += ALPHABET[number % ALPHABET.length];
    number = Math.floor(number / ALPHABET.length);
  }
  return text;
}
