import { readFileSync } from 'node:fs';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { addressWithCode, posterPage, posterSvg, SHEETS } from './poster.ts';

const POSTER = { venueName: 'Mensa <Nord> & Café', url: 'https://queue.uni.example/report', code: 'SOUP-24' };

/** The dark modules that a sheet draws, row by row. */
function modulesOf(svg: string, size: number): readonly (readonly boolean[])[] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const [, path = ''] = /shape-rendering="crispEdges" d="([^"]+)"/.exec(svg) ?? [];
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let n = 0; n < Number(length); n += 1) (modules[Number(y)] as boolean[])[Number(x) + n] = true;
  }
  return modules;
}

describe.each(Object.entries(SHEETS))('the %s', (_name, sheet) => {
  it('has a QR code of the page, with the code of the sign', () => {
    const { data, size } = encode('https://queue.uni.example/report?code=SOUP-24', { ecc: 'M', border: 0 });
    expect(modulesOf(posterSvg(POSTER, sheet), size)).toEqual(data);
  });

  it('says the venue, the question, the address and the code, whatever they are', () => {
    const svg = posterSvg(POSTER, sheet);
    for (const text of [
      'Mensa &lt;Nord&gt; &amp; Café',
      'How long',
      'queue.uni.example/report',
      'Code: SOUP-24',
    ]) {
      expect(svg).toContain(`>${text}</text>`);
    }
  });

  it.each([
    ['with all', POSTER],
    ['without a name and a code', { ...POSTER, venueName: null, code: null }],
    [
      'with a long name and address',
      { ...POSTER, venueName: 'x'.repeat(80), url: `https://${'a'.repeat(60)}.example/report` },
    ],
  ])('stays on the sheet: %s', (_what, poster) => {
    const svg = posterSvg(poster, sheet);
    const texts = [...svg.matchAll(/y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]+)</g)];
    for (const [, y, size, text = ''] of texts) {
      expect(Number(y) - Number(size)).toBeGreaterThan(0);
      expect(Number(y)).toBeLessThan(sheet.height);
      expect(Number(size) * 0.56 * text.replaceAll(/&\w+;/g, '&').length).toBeLessThanOrEqual(sheet.width);
    }
    expect(texts.length).toBeGreaterThanOrEqual(4);
  });
});

describe('the page to print', () => {
  it('has both sheets, each on paper of its size', () => {
    const page = posterPage(POSTER);
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(page).toContain('size: 210mm 297mm');
    expect(page).toContain('size: 90mm 90mm');
  });
});

it('encodes a code with a space', () => {
  expect(addressWithCode('https://u.example/report', 'two words')).toBe(
    'https://u.example/report?code=two%20words',
  );
});

it('is as the picture in docs/reporting.md: run `npm run explorer:screenshot`', () => {
  const sticker = { venueName: 'Dining Hall', url: 'https://queue.example.edu/report', code: null };
  const picture = readFileSync(new URL('../../../docs/sticker.svg', import.meta.url), 'utf8');
  expect(picture).toBe(posterSvg(sticker, SHEETS.sticker));
});
