import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { badgeSvg, labelOf } from './badge.ts';

/** The attributes and texts that a viewer of the badge gets. */
function read(svg: string) {
  const texts = [...svg.matchAll(/<text x="(\d+)" y="14" textLength="(\d+)">([^<]*)<\/text>/g)];
  return {
    width: Number(/<svg [^>]*width="(\d+)"/.exec(svg)?.[1]),
    title: /<title>([^<]*)<\/title>/.exec(svg)?.[1],
    name: /aria-label="([^"]*)"/.exec(svg)?.[1],
    fills: [...svg.matchAll(/<rect [^>]*fill="(#\w+)"/g)].map(([, fill]) => fill),
    texts: texts.map(([, x, width, text]) => ({ x: Number(x), width: Number(width), text })),
  };
}

describe('the badge', () => {
  it('has its texts side by side, each in the middle of its part, and a name for screen readers', () => {
    const { width, title, name, texts } = read(badgeSvg({ label: 'line', text: '17 people', tone: 'open' }));
    expect([title, name]).toEqual(['line: 17 people', 'line: 17 people']);
    const [label, text] = texts;
    expect(texts.map(({ text }) => text)).toEqual(['line', '17 people']);
    expect([label?.x, text?.x]).toEqual([6, 6 + (label?.width ?? 0) + 6 + 6]);
    expect(width).toBe((text?.x ?? 0) + (text?.width ?? 0) + 6);
  });

  it.each([
    // As wide as shields.io draws them in Verdana.
    { text: 'build', width: 27 },
    { text: 'passing', width: 41 },
    { text: 'license', width: 37 },
    { text: 'MIT', width: 21 },
  ])('reserves $width pixels for $text', ({ text, width }) => {
    const [drawn] = read(badgeSvg({ label: '', text, tone: 'open' })).texts;
    expect(Math.abs((drawn?.width ?? 0) - width)).toBeLessThanOrEqual(1);
  });

  it('has one part without a label', () => {
    const { width, title, texts } = read(badgeSvg({ label: '', text: 'closed', tone: 'neutral' }));
    expect([title, texts.length, texts[0]?.x]).toEqual(['closed', 1, 6]);
    expect(width).toBe((texts[0]?.width ?? 0) + 12);
  });

  it('has white text with a contrast of at least 5:1', () => {
    const fills = (['open', 'neutral'] as const).flatMap(
      (tone) => read(badgeSvg({ label: 'line', text: 'x', tone })).fills,
    );
    expect(fills).toHaveLength(4);
    for (const fill of fills) expect(1.05 / (luminance(fill ?? '') + 0.05), fill).toBeGreaterThan(5);
  });

  it('needs nothing that a policy could block', () => {
    const svg = badgeSvg({ label: 'line', text: '17 people', tone: 'open' });
    expect(svg).not.toMatch(/style|href|script|@|\bon\w+=/);
  });

  it('shows markup as text', () => {
    const { title, texts } = read(badgeSvg({ label: '</text><a b="c">&', text: 'x', tone: 'open' }));
    expect(title).toBe('&lt;/text&gt;&lt;a b=&quot;c&quot;&gt;&amp;: x');
    expect(texts[0]?.text).toBe('&lt;/text&gt;&lt;a b=&quot;c&quot;&gt;&amp;');
  });
});

describe('the label', () => {
  it.each([
    { query: undefined, label: 'line' },
    { query: ['a', 'b'], label: 'line' },
    { query: { a: 'b' }, label: 'line' },
    { query: '', label: '' },
    { query: ' Mensa  am Park ', label: 'Mensa  am Park' },
    { query: 'a\u0000b\u001b[2Jc\u202ed\ud800e\u2028f', label: 'ab[2Jcdef' },
    { query: 'x'.repeat(40), label: 'x'.repeat(40) },
    { query: 'x'.repeat(41), label: `${'x'.repeat(39)}…` },
    { query: '☕'.repeat(5000), label: `${'☕'.repeat(39)}…` },
  ])('of $query is $label', ({ query, label }) => {
    expect(labelOf(query, null)).toBe(label);
  });

  it.each([
    { query: undefined, label: 'Mensa am Park' },
    { query: '', label: '' },
    { query: 'queue', label: 'queue' },
  ])('of $query at a venue with a name is $label', ({ query, label }) => {
    expect(labelOf(query, 'Mensa am Park')).toBe(label);
  });
});

/** The relative luminance of a color, as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (/^#(..)(..)(..)$/.exec(color) ?? []).slice(1).map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it('is as the picture in docs/public-page.md: run `npm run explorer:screenshot`', () => {
  const picture = readFileSync(new URL('../../../../docs/badge.svg', import.meta.url), 'utf8');
  expect(picture).toBe(badgeSvg({ label: 'Dining Hall', text: 'about 20 people', tone: 'open' }));
});
