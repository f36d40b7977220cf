import { createHash, randomInt } from 'node:crypto';
import { sha256 } from './token.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^(hc|hr)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** `hc`: a key of the API. `hr`: the key of a reporter, a device that may only report. */
export type KeyKind = 'hc' | 'hr';

/**
 * A new key: its kind, 32 random characters (190 bits) and a checksum of six. The checksum reveals a mistyped key
 * without a query, and lets a secret scanner verify what it finds.
 */
export function newApiKey(kind: KeyKind = 'hc'): string {
  const random = Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${kind}_${random}${checksum(random)}`;
}

/** A new key, and what is stored of it. */
export function newSecret(kind: KeyKind = 'hc') {
  const secret = newApiKey(kind);
  return { secret, stored: { hash: hashApiKey(secret), prefix: apiKeyPrefix(secret) } };
}

/** Returns whether a text has the format of a key of a kind and the right checksum. */
export function isApiKey(text: string, kind: KeyKind = 'hc'): boolean {
  const [, prefix, random, check] = SHAPE.exec(text) ?? [];
  return prefix === kind && random !== undefined && checksum(random) === check;
}

/** The SHA-256 of a key, which the store keeps instead of the key. A key has too much entropy to be guessed from it. */
export function hashApiKey(key: string): Uint8Array {
  return sha256(key);
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
