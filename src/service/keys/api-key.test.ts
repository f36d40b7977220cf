import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiKeyPrefix, hashApiKey, isApiKey, newApiKey } from './api-key.ts';

describe('a new key', () => {
  it('is hc_ and 38 letters or digits, and is valid', () => {
    for (let n = 0; n < 200; n += 1) {
      const key = newApiKey();
      expect(key).toMatch(/^hc_[0-9A-Za-z]{38}$/);
      expect(isApiKey(key)).toBe(true);
    }
  });

  it('is never the same twice, and takes its characters from the whole alphabet', () => {
    const keys = Array.from({ length: 500 }, newApiKey);
    expect(new Set(keys).size).toBe(500);
    expect(new Set(keys.flatMap((key) => [...key.slice(3, 35)])).size).toBe(62);
  });
});

describe('an invalid key', () => {
  const key = keyThatStartsWithDifferentCharacters();

  it('is a key with any one character mistyped', () => {
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBe(false);
    }
  });

  it.each([
    ['nothing', ''],
    ['a prefix alone', 'hc_'],
    ['one character less', key.slice(0, -1)],
    ['one character more', `${key}0`],
    ['two characters swapped', `hc_${key[4]}${key[3]}${key.slice(5)}`],
    ['another prefix', key.replace('hc_', 'HC_')],
    ['no prefix', key.slice(3)],
    ['space before it', ` ${key}`],
    ['a line end after it', `${key}\n`],
    ['two of them', key + key],
    ['something outside the alphabet', `${key.slice(0, 10)}-${key.slice(11)}`],
    ['a long text', 'hc_'.padEnd(100_000, 'a')],
  ])('is %s', (_, text) => {
    expect(isApiKey(text)).toBe(false);
  });
});

describe('a key', () => {
  it('is stored as its SHA-256', () => {
    expect(Buffer.from(hashApiKey('abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('is shown as its first nine characters, which leave the rest unknown', () => {
    const key = newApiKey();
    expect(apiKeyPrefix(key)).toBe(key.slice(0, 9));
    expect(key.length - apiKeyPrefix(key).length).toBeGreaterThan(30);
  });

  it('ends in a checksum that anybody can recompute', () => {
    const random = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
    let number = createHash('sha256').update(`headcount:${random}`).digest().readUInt32BE();
    let check = '';
    for (let digit = 0; digit < 6; digit += 1) {
      check += '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[number % 62];
      number = Math.floor(number / 62);
    }
    expect(isApiKey(`hc_${random}${check}`)).toBe(true);
  });
});

/** Swapping its first two random characters makes a different text. */
function keyThatStartsWithDifferentCharacters(): string {
  for (;;) {
    const key = newApiKey();
    if (key[3] !== key[4]) return key;
  }
}
