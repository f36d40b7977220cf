import { describe, expect, it } from 'vitest';
import { drawPicture, pictureName, readPictureName } from './picture.ts';

const SIZE = { width: 800, height: 600 };
const NAMES = [
  { kind: 'empty', name: '' },
  { kind: 'closing a tag', name: '"/><script>alert(1)</script>' },
  { kind: 'of markup characters', name: `&amp;${'&'.repeat(90)}' < > ]]>` },
  {
    kind: 'of characters XML forbids',
    name: 'control \u0000\u0008\u000b\u001f\ufffe\uffff and half \ud800 of a pair',
  },
  { kind: 'far too long', name: '☕🥐'.repeat(5000) },
  { kind: 'looking like a path', name: '../../etc/passwd' },
];

/** Names of the open elements at the end of a document, and whether every end tag met its start tag. */
function unbalanced(svg: string): readonly string[] {
  const open: string[] = [];
  for (const [, end, name, empty] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)(?: [a-zA-Z][a-zA-Z0-9-]*="[^"<&]*")*(\/?)>/g,
  )) {
    if (end === '/') {
      if (open.pop() !== name) return [`</${name}>`];
    } else if (empty !== '/') {
      open.push(name as string);
    }
  }
  return open;
}

describe('drawPicture', () => {
  it('draws the same picture for the same name and different ones for different names', () => {
    expect(drawPicture('a.svg', SIZE)).toBe(drawPicture('a.svg', SIZE));
    expect(drawPicture('a.svg', SIZE)).not.toBe(drawPicture('b.svg', SIZE));
  });

  it('shows as many people as the name says', () => {
    const people = (count: number) => {
      const name = pictureName({ date: '2026-11-20', ordinal: 7, hour: 12, people: count });
      return drawPicture(name, SIZE).split('<use ').length - 1;
    };
    expect([0, 1, 18, 36, 200].map(people)).toEqual([0, 1, 18, 36, 36]);
  });

  it.each([SIZE, { width: 1600, height: 400 }, { width: 90, height: 160 }])(
    'stays within 6 kB for every hour and queue length: %j',
    (size) => {
      for (let hour = 0; hour < 24; hour++) {
        for (const people of [0, 36, 300]) {
          const name = pictureName({ date: '2026-11-20', ordinal: hour, hour, people });
          expect(Buffer.byteLength(drawPicture(name, size))).toBeLessThan(6000);
        }
      }
    },
  );

  it.each(NAMES)(
    'stays a well-formed document without scripts or outside references for a name $kind',
    ({ name }) => {
      const svg = drawPicture(name, SIZE);
      expect(unbalanced(svg)).toEqual([]);
      // What is left without its tags is text: no markup may remain in it.
      expect(svg.replace(/<\/?[a-zA-Z]+(?: [a-zA-Z][a-zA-Z0-9-]*="[^"<&]*")*\/?>/g, '')).not.toMatch(
        /[<>]|&(?!#\d+;)/,
      );
      expect(svg).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      expect(svg).not.toMatch(/<script|<style|<image|foreignObject| on[a-z]+=/i);
      expect([...svg.matchAll(/(?:href="|url\()(.)/g)].every(([, first]) => first === '#')).toBe(true);
      expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
      expect(Buffer.byteLength(svg)).toBeLessThan(6000);
    },
  );
});

describe('picture names', () => {
  it('encode the day, the number on that day, the hour and the headcount', () => {
    const name = pictureName({ date: '2026-11-20', ordinal: 7, hour: 9, people: 18 });
    expect(name).toBe('2026-11-20-0007-09h-18p.svg');
    expect(readPictureName(name)).toEqual({ hour: 9, people: 18 });
  });

  it.each(['2026-11-20-0007.svg', '2026-11-20-0007-24h-18p.svg', 'x2026-11-20-0007-09h-18p.svg', ''])(
    'are distinguished from other names such as %j',
    (name) => {
      expect(readPictureName(name)).toBeNull();
    },
  );
});
