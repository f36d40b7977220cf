import { element } from '../element.ts';
import { COLORS } from './plot.ts';

/** How something is drawn. */
export type Swatch =
  | 'line'
  | 'unreported'
  | 'usual'
  | 'seldom'
  | 'compared'
  | 'report'
  | 'likely'
  | 'closed'
  | 'share'
  | 'average'
  | 'so-far';

/** A name in the legend of a chart. */
export interface LegendItem {
  readonly swatch: Swatch;
  readonly label: string;
}

/** How a typical hour with few reports is drawn: faint, with a dashed outline. */
export const FAINT = 0.25;
export const SELDOM_DASHES = '3 2';

/** How a likely range is drawn: its outline tells it from a typical hour without colors. */
export const LIKELY = {
  fill: COLORS.line,
  'fill-opacity': 0.3,
  stroke: COLORS.line,
  'stroke-width': 1.5,
} as const;

/** The size of a swatch, in CSS pixels. */
export const SWATCH_WIDTH = 20;
export const SWATCH_HEIGHT = 12;

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an SVG element. */
export function svg(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElement {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  created.append(...children);
  return created;
}

/** A name of the legend, with its swatch. */
export function legendView({ swatch, label }: LegendItem): HTMLElement {
  const size = { width: SWATCH_WIDTH, height: SWATCH_HEIGHT, 'aria-hidden': 'true' };
  return element('span', { class: 'legend-item' }, svg('svg', size, ...swatchShapes(swatch)), ` ${label}`);
}

/** The shapes of a swatch, in a box of its size. */
export function swatchShapes(swatch: Swatch): readonly SVGElement[] {
  const [middle, center] = [SWATCH_HEIGHT / 2, SWATCH_WIDTH / 2];
  const rule = (attributes: Readonly<Record<string, string | number>>) =>
    svg('line', { x1: 0, x2: SWATCH_WIDTH, y1: middle, y2: middle, ...attributes });
  const box = (x: number, width: number, attributes: Readonly<Record<string, string | number>>) =>
    svg('rect', { x, y: 0, width, height: SWATCH_HEIGHT, ...attributes });
  switch (swatch) {
    case 'line':
      return [rule({ stroke: COLORS.line, 'stroke-width': 2.5 })];
    case 'unreported':
      return [rule({ stroke: COLORS.line, 'stroke-width': 1.5, 'stroke-dasharray': '2 3' })];
    case 'compared':
      return [rule({ stroke: COLORS.compare, 'stroke-width': 1.75, 'stroke-dasharray': '6 3' })];
    case 'average':
      return [
        rule({ stroke: COLORS.line, 'stroke-width': 2.5 }),
        svg('circle', { cx: center, cy: middle, r: 3.5, fill: COLORS.line }),
      ];
    case 'so-far':
      return [
        svg('circle', {
          cx: center,
          cy: middle,
          r: 4,
          fill: COLORS.surface,
          stroke: COLORS.line,
          'stroke-width': 1.5,
        }),
      ];
    case 'report':
      return [
        svg('circle', {
          cx: center,
          cy: middle,
          r: 3.5,
          fill: COLORS.surface,
          stroke: COLORS.report,
          'stroke-width': 1.25,
        }),
      ];
    case 'usual':
      return [box(3, 14, { fill: COLORS.usual, rx: 1 })];
    case 'seldom':
      return [
        svg('rect', {
          x: 3.5,
          y: 0.5,
          width: 13,
          height: SWATCH_HEIGHT - 1,
          fill: COLORS.usual,
          'fill-opacity': FAINT,
          stroke: COLORS.usual,
          'stroke-dasharray': SELDOM_DASHES,
        }),
      ];
    case 'likely':
      return [svg('rect', { x: 5.75, y: 0.75, width: 8.5, height: SWATCH_HEIGHT - 1.5, ...LIKELY })];
    case 'closed':
      return [box(0, SWATCH_WIDTH, { fill: COLORS.closed })];
    case 'share':
      return [8, 14, 20].map((width, row) =>
        svg('rect', {
          x: center - width / 2,
          y: (row * SWATCH_HEIGHT) / 3,
          width,
          height: SWATCH_HEIGHT / 3 - 0.5,
          fill: COLORS.report,
          'fill-opacity': 0.3,
        }),
      );
  }
}
