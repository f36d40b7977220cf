import { element } from '../element.ts';
import { COLORS } from './plot.ts';

/** How something is drawn. */
export type Swatch =
  | 'line'
  | 'unreported'
  | 'usual'
  | 'seldom'
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

/** How marks are drawn, in charts and in their legends: the style options of Plot. */
export const STYLES = {
  line: { stroke: COLORS.line, strokeWidth: 2.5 },
  unreported: { stroke: COLORS.line, strokeWidth: 1.5, strokeDasharray: '2 3' },
  report: { fill: COLORS.surface, stroke: COLORS.report, strokeWidth: 1.25 },
  share: { fill: COLORS.report, fillOpacity: 0.3 },
  soFar: { fill: COLORS.surface, stroke: COLORS.line, strokeWidth: 1.5 },
  usual: { fill: COLORS.usual },
  // Faint, with a dashed outline.
  seldom: { fill: COLORS.usual, fillOpacity: 0.25, stroke: COLORS.usual, strokeDasharray: '3 2' },
  // The outline tells it from a typical hour without colors.
  likely: { fill: COLORS.line, fillOpacity: 0.3, stroke: COLORS.line, strokeWidth: 1.5 },
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
  const rule = (style: Style) => styled('line', { x1: 0, x2: SWATCH_WIDTH, y1: middle, y2: middle }, style);
  const circle = (r: number, style: Style) => styled('circle', { cx: center, cy: middle, r }, style);
  switch (swatch) {
    case 'line':
      return [rule(STYLES.line)];
    case 'unreported':
      return [rule(STYLES.unreported)];
    case 'average':
      return [rule(STYLES.line), circle(3.5, { fill: COLORS.line })];
    case 'so-far':
      return [circle(4, STYLES.soFar)];
    case 'report':
      return [circle(3.5, STYLES.report)];
    case 'usual':
      return [styled('rect', { x: 3, y: 0, width: 14, height: SWATCH_HEIGHT, rx: 1 }, STYLES.usual)];
    case 'seldom':
      return [styled('rect', { x: 3.5, y: 0.5, width: 13, height: SWATCH_HEIGHT - 1 }, STYLES.seldom)];
    case 'likely':
      return [styled('rect', { x: 5.75, y: 0.75, width: 8.5, height: SWATCH_HEIGHT - 1.5 }, STYLES.likely)];
    case 'closed':
      return [styled('rect', { width: SWATCH_WIDTH, height: SWATCH_HEIGHT }, { fill: COLORS.closed })];
    case 'share':
      return [8, 14, 20].map((width, row) => {
        const y = (row * SWATCH_HEIGHT) / 3;
        return styled(
          'rect',
          { x: center - width / 2, y, width, height: SWATCH_HEIGHT / 3 - 0.5 },
          STYLES.share,
        );
      });
  }
}

type Style = Readonly<Record<string, string | number>>;

/** An SVG element with a style of Plot, such as `strokeWidth`, whose SVG attribute is `stroke-width`. */
function styled(name: string, shape: Style, style: Style): SVGElement {
  const attributes = Object.entries(style).map(
    ([option, value]) => [option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value] as const,
  );
  return svg(name, { ...shape, ...Object.fromEntries(attributes) });
}
