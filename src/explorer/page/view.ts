import { type Range, rangeText, readRange } from './chart/range.ts';

export const WINDOWS = ['28', '56', 'all'] as const;

/** The days before today that a typical week is based on. */
export type TypicalWindow = (typeof WINDOWS)[number];

/** The user's choice of what to see. The fragment of the address holds it, so that a link shares it. */
export interface View {
  /** The range of the chart. */
  readonly range: Range;
  readonly typical: TypicalWindow;
  /** The number of days of the highlights. */
  readonly highlights: string;
}

/** The view of a page that nobody has changed. */
export const FIRST_VIEW: View = { range: { kind: 'today' }, typical: '56', highlights: '7' };

/** Reads a view from the fragment of an address. The first view replaces what is missing or invalid. */
export function readView(fragment: URLSearchParams): View {
  return {
    range: readRange(fragment.get('range') ?? '') ?? FIRST_VIEW.range,
    typical: WINDOWS.find((days) => days === fragment.get('typical')) ?? FIRST_VIEW.typical,
    highlights:
      ['7', '14', '30', '60'].find((days) => days === fragment.get('highlights')) ?? FIRST_VIEW.highlights,
  };
}

/** The fragment of a view, such as `range=7d&typical=28`, without what the page shows anyway. */
export function viewFragment(view: View): string {
  const parts = ({ range, typical, highlights }: View) => [
    `range=${rangeText(range)}`,
    `typical=${typical}`,
    `highlights=${highlights}`,
  ];
  const first = parts(FIRST_VIEW);
  return parts(view)
    .filter((part) => !first.includes(part))
    .join('&');
}
