import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isApiKey, newApiKey } from '../../src/keys/api-key.ts';
import { findKeys } from './find-keys.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../leaked-keys.md');
/** The regular expressions of the guide and of its configurations of scanners. */
const patterns = [
  ...guide.matchAll(/^(?:regex = '''|\s*key: '|)(\S*hc_\[0-9A-Za-z\]\{38\}[^'\s]*)(?:'''|'|)$/gm),
].map(([, pattern = '']) => pattern);
const keys = Array.from({ length: 50 }, newApiKey);

describe('the example program for leaked keys', () => {
  it('finds keys wherever they are', () => {
    for (const key of keys) {
      const text = `HEADCOUNT_API_KEY=${key}\nfetch(url, { headers: { Authorization: 'Token ${key}' } }); // ${key}.`;
      expect(findKeys(text)).toEqual([key, key, key]);
    }
  });

  it('finds nothing that only looks like a key', () => {
    const wrong = keys.map((key) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a'));
    expect(
      findKeys([...wrong, ...keys.map((key) => `${key}x`), ...keys.map((key) => `x${key}`)].join(' ')),
    ).toEqual([]);
  });

  it('is shown by the guide', () => {
    expect(guide).toContain(read('find-keys.ts'));
  });
});

describe('the guide to leaked keys', () => {
  it('has a key as an example, with its checksum, that is in no database', () => {
    const [key = ''] = /hc_0123456789ABCDEFGHIJKLMNOPQRSTUV\w{6}/.exec(guide) ?? [];
    expect(isApiKey(key)).toBe(true);
    expect(new Set(findKeys(guide))).toEqual(new Set([key]));
  });

  it('shows one pattern, alone and for two scanners, which fits keys and nothing longer', () => {
    expect(patterns.map((pattern) => pattern.replace(/[()]/g, ''))).toEqual(
      Array(3).fill('\\bhc_[0-9A-Za-z]{38}\\b'),
    );
    for (const pattern of patterns) {
      for (const key of keys) {
        expect(new RegExp(pattern).exec(`"${key}"`)?.[0]).toBe(key);
        expect(new RegExp(pattern).test(`${key}x`)).toBe(false);
        expect(new RegExp(pattern).test(key.slice(0, -1))).toBe(false);
      }
    }
  });
});
