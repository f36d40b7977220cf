import { element } from '../element.ts';
import { COLORS } from './plot.ts';

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
const SIZE = { width: 20, height: 12 };
const RULE = { x1: 0, x2: 20, y1: 6, y2: 6 };
const CENTER = { cx: 10, cy: 6 };

type Attributes = Readonly<Record<string, string | number>>;
type Shape = readonly [name: string, place: Attributes, style: Attributes];

/** The shapes of each swatch. */
const SWATCHES = {
  line: [['line', RULE, STYLES.line]],
  unreported: [['line', RULE, STYLES.unreported]],
  average: [
    ['line', RULE, STYLES.line],
    ['circle', { ...CENTER, r: 3.5 }, { fill: COLORS.line }],
  ],
  'so-far': [['circle', { ...CENTER, r: 4 }, STYLES.soFar]],
  report: [['circle', { ...CENTER, r: 3.5 }, STYLES.report]],
  usual: [['rect', { x: 3, y: 0, width: 14, height: 12, rx: 1 }, STYLES.usual]],
  seldom: [['rect', { x: 3.5, y: 0.5, width: 13, height: 11 }, STYLES.seldom]],
  likely: [['rect', { x: 5.75, y: 0.75, width: 8.5, height: 10.5 }, STYLES.likely]],
  closed: [['rect', SIZE, { fill: COLORS.closed }]],
  share: [
    ['rect', { x: 6, y: 0, width: 8, height: 3.5 }, STYLES.share],
    ['rect', { x: 3, y: 4, width: 14, height: 3.5 }, STYLES.share],
    ['rect', { x: 0, y: 8, width: 20, height: 3.5 }, STYLES.share],
  ],
} as const satisfies Readonly<Record<string, readonly Shape[]>>;

/** A name in the legend of a chart. */
export interface LegendItem {
  readonly swatch: keyof typeof SWATCHES;
  readonly label: string;
}

/** A name of the legend, with its swatch. */
export function legendView({ swatch, label }: LegendItem): HTMLElement {
  const picture = svg('svg', { ...SIZE, 'aria-hidden': 'true' });
  for (const [name, place, style] of SWATCHES[swatch]) picture.append(svg(name, { ...place, ...style }));
  return element('span.legend-item', picture, ` ${label}`);
}

/** An SVG element. Plot's `strokeWidth` is the SVG attribute `stroke-width`. */
function svg(name: string, attributes: Attributes): SVGElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [option, value] of Object.entries(attributes))
    created.setAttribute(
      option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    );
  return created;
}
