import { describe, expect, it } from 'vitest';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

const text = (plain: string) => Buffer.from(plain, 'latin1').toString('base64url');

describe('a cursor', () => {
  it.each<[string, Cursor]>([
    ['older', { direction: 'older', position: { createdAt: 1_792_180_275_000_000, id: 48 } }],
    ['newer', { direction: 'newer', position: { createdAt: 1_792_180_275_000_001, id: 1 } }],
    ['the epoch', { direction: 'older', position: { createdAt: 0, id: 0 } }],
    ['a time before the epoch', { direction: 'newer', position: { createdAt: -1, id: 7 } }],
    [
      'the largest numbers',
      { direction: 'older', position: { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER } },
    ],
    ['the smallest time', { direction: 'older', position: { createdAt: Number.MIN_SAFE_INTEGER, id: 1 } }],
  ])('with %s is decoded unchanged', (_, cursor) => {
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  });

  it('needs no escaping in a URL', () => {
    for (let id = 0; id < 300; id += 1) {
      const cursor = encodeCursor({ direction: 'older', position: { createdAt: id * 7_919_000_001, id } });
      expect(encodeURIComponent(cursor)).toBe(cursor);
    }
  });
});

describe('an invalid cursor', () => {
  it.each([
    ['nothing', ''],
    ['plain text', 'older'],
    ['no letter', text('1.2')],
    ['an unknown letter', text('x1.2')],
    ['no id', text('o1.')],
    ['no time', text('o.2')],
    ['one number', text('o12')],
    ['a fraction', text('o1.5.2')],
    ['an exponent', text('o1e3.2')],
    ['a negative id', text('o1.-2')],
    ['a time too large', text('o99999999999999999.2')],
    ['an id too large', text('o1.9999999999999999')],
    ['more digits than fit', text(`o${'1'.repeat(400)}.2`)],
    ['something before it', text(' o1.2')],
    ['something after it', text('o1.2\n')],
    ['JSON', text('{"direction":"older"}')],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')],
    ['characters outside the alphabet', '*** '],
  ])('is %s', (_, cursor) => {
    expect(decodeCursor(cursor)).toBeNull();
  });
});
