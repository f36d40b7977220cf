import { encode } from 'uqr';
import { escaped } from '../../service/http/pages/html.ts';

/** The texts of a poster. */
export interface Poster {
  /** Null: "here". */
  readonly venueName: string | null;
  /** The address of the report page. */
  readonly url: string;
  /** The code that people need; null: none. */
  readonly code: string | null;
  /** In large letters above the QR code, and below it; those of the report page by default. */
  readonly title?: readonly string[];
  readonly hint?: string;
}

/** Sizes in millimeters. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  /** The side of the QR code. */
  readonly qr: number;
  /** The largest size of the question, and of the other texts. */
  readonly large: number;
  readonly small: number;
  /** Above and below the QR code. */
  readonly gap: number;
}

export const SHEETS = {
  /** A4, to hang where the line begins. */
  poster: { width: 210, height: 297, qr: 110, large: 22, small: 8, gap: 12 },
  /** A square to stick on a door or a table. */
  sticker: { width: 90, height: 90, qr: 38, large: 7, small: 3.4, gap: 2 },
} as const satisfies Record<string, Sheet>;

const QUESTION = ['How long', 'is the line?'];
/** The width of a letter of the font, on average, in font sizes. */
const LETTER = 0.56;

/** Draws a sheet as SVG, in black on white, so that any printer can print it. */
export function posterSvg(
  { venueName, url, code, title = QUESTION, hint = 'Scan, and tap how many people you see.' }: Poster,
  { width, height, qr, large, small, gap }: Sheet,
): string {
  const margin = width / 12;
  const room = width - 2 * margin;
  const fitted = (text: string, most: number) => Math.min(most, room / (LETTER * text.length));
  const lines: { readonly text: string; readonly size: number; readonly bold?: true }[] = [];
  if (venueName !== null) lines.push({ text: venueName, size: fitted(venueName, large * 0.6) });
  for (const text of title) lines.push({ text, size: fitted(text, large), bold: true });
  const below = [
    { text: hint, size: fitted(hint, small) },
    { text: shortAddress(url), size: fitted(shortAddress(url), small), bold: true as const },
    ...(code === null
      ? []
      : [{ text: `Code: ${code}`, size: fitted(`Code: ${code}`, small * 1.4), bold: true as const }]),
  ];
  const heightOf = (all: readonly { readonly size: number }[]) =>
    all.reduce((sum, { size }) => sum + size * 1.35, 0);
  let y = (height - heightOf(lines) - qr - heightOf(below) - 2 * gap) / 2;
  const drawn = (all: typeof lines): string =>
    all
      .map(({ text, size, bold }) => {
        y += size * 1.35;
        const weight = bold === true ? ' font-weight="700"' : '';
        return `<text x="${width / 2}" y="${round(y - size * 0.35)}" font-size="${round(size)}"${weight}>${escaped(text)}</text>`;
      })
      .join('\n');
  const above = drawn(lines);
  y += gap;
  const left = (width - qr) / 2;
  const code2d = `<g transform="translate(${left} ${round(y)})">${qrCode(addressWithCode(url, code), qr)}</g>`;
  y += qr + gap;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${title.join(' ')} ${shortAddress(url)}`)}">
<rect width="${width}" height="${height}" fill="#fff"/>
<g font-family="Helvetica, Arial, Liberation Sans, sans-serif" text-anchor="middle" fill="#000">
${above}
${code2d}
${drawn(below)}
</g>
</svg>
`;
}

/** Both sheets as a page that a browser prints, or saves as PDF, each in its size. */
export function posterPage(poster: Poster): string {
  const sheets = Object.entries(SHEETS).map(([name, sheet]) => ({
    name,
    sheet,
    svg: posterSvg(poster, sheet),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(poster.venueName ?? 'Poster')}</title>
<style>
body { margin: 0 }
svg { display: block }
${sheets.map(({ name, sheet }) => `@page ${name} { size: ${sheet.width}mm ${sheet.height}mm; margin: 0 }\n.${name} { page: ${name}; break-after: page }`).join('\n')}
</style>
</head>
<body>
${sheets.map(({ name, svg }) => `<div class="${name}">\n${svg}</div>`).join('\n')}
</body>
</html>
`;
}

/** The address of the QR code: with the code, so that nobody has to type it. */
export function addressWithCode(url: string, code: string | null): string {
  return code === null ? url : `${url}?code=${encodeURIComponent(code)}`;
}

/** As people type it, and without a secret. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\?.*/, '');
}

/** A QR code: the dark modules as a path, a rectangle for each run in a row. `side`: in millimeters. */
function qrCode(text: string, side: number): string {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return `<path transform="scale(${side / size})" shape-rendering="crispEdges" d="${runs.join('')}"/>`;
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000;
}
