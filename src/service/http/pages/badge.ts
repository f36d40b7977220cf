import { cut, TEXT_LIMITS } from '../../domain/texts.ts';
import { escaped } from './html.ts';

/** The texts and the color of a badge. */
export interface Badge {
  /** The left part; without text, the badge has only the right one. */
  readonly label: string;
  readonly text: string;
  readonly tone: 'open' | 'neutral';
}

/** White text has a contrast of at least 5:1 on each. */
const COLORS = { label: '#3d444a', open: '#0b6b66', neutral: '#646c72' } as const;
const FONT = 'Verdana,Geneva,DejaVu Sans,sans-serif';
const FONT_SIZE = 11;
const HEIGHT = 20;
const PADDING = 6;

/**
 * Draws a badge in the usual shape: 20 pixels high, the label on the left. Its texts may come from anybody. Everything is in presentation
 * attributes, so a strict content security policy changes nothing; `textLength` keeps the texts within it in any font.
 */
export function badgeSvg({ label, text, tone }: Badge): string {
  const name = escaped(label === '' ? text : `${label}: ${text}`);
  const left = label === '' ? 0 : textWidth(label) + 2 * PADDING;
  const right = textWidth(text) + 2 * PADDING;
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${name}">
<title>${name}</title>
<clipPath id="shape"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#shape)"><rect width="${left}" height="${HEIGHT}" fill="${COLORS.label}"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${COLORS[tone]}"/></g>
<g fill="#fff" font-family="${FONT}" font-size="${FONT_SIZE}" text-rendering="geometricPrecision">${drawnText(label, 0)}${drawnText(text, left)}</g>
</svg>
`;
}

/**
 * The label of a query, or else of the venue: at most 40 characters, without those that are invisible or change the direction of
 * others.
 */
export function labelOf(query: unknown, venueName: string | null): string {
  const label = typeof query === 'string' ? query : (venueName ?? 'line');
  return cut(label.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim(), TEXT_LIMITS.badgeLabel);
}

function drawnText(text: string, left: number): string {
  if (text === '') return '';
  return `<text x="${left + PADDING}" y="14" textLength="${textWidth(text)}">${escaped(text)}</text>`;
}

/** Advance widths of Verdana, in 1/2048 of the font size. */
const ADVANCES: readonly (readonly [number, string])[] = [
  [550, "'"],
  [562, 'il'],
  [705, 'j'],
  [720, ' f'],
  [745, ',.'],
  [806, '!'],
  [807, 't'],
  [862, 'I'],
  [874, 'r'],
  [930, '()-/:;[\\]|J'],
  [940, '"'],
  [1067, 'cs'],
  [1076, 'z'],
  [1117, '?'],
  [1140, 'L'],
  [1177, 'F'],
  [1212, 'kvxy'],
  [1230, 'ae'],
  [1243, 'PYo'],
  [1276, 'bdgpqT'],
  [1298, '$*0123456789E_`hnu{}'],
  [1404, 'ABCKRSVXZ'],
  [1488, '&'],
  [1499, 'NU'],
  [1539, 'DGH'],
  [1612, 'OQ'],
  [1676, '#+<=>^w~'],
  [1726, 'M'],
  [1992, 'm'],
  [2025, '@W'],
  [2204, '%'],
];
const ADVANCE = new Map(
  ADVANCES.flatMap(([advance, characters]) => [...characters].map((one) => [one, advance])),
);

/** The widths of other characters: Chinese, Japanese, Korean and emoji are as wide as the font is high. */
const OTHERS = { narrow: 1298, wide: 2048, firstWide: 0x2e80 } as const;

/** The width of a text in whole pixels. */
function textWidth(text: string): number {
  const units = [...text].reduce((sum, character) => sum + advanceOf(character), 0);
  return Math.ceil((units / 2048) * FONT_SIZE);
}

function advanceOf(character: string): number {
  const isWide = (character.codePointAt(0) as number) >= OTHERS.firstWide;
  return ADVANCE.get(character) ?? (isWide ? OTHERS.wide : OTHERS.narrow);
}
