import { element, tableHead } from '../element.ts';
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

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A chart, the sentence that sums it up, and its numbers as a table. */
export interface Figure {
  /** Draws the chart for a width in CSS pixels. */
  readonly draw: (width: number) => SVGSVGElement;
  /** Without those that are false. */
  readonly legend?: readonly (LegendItem | false)[];
  readonly summary: string;
  readonly table: Table;
}

/** Shows a figure, and redraws it when the width changes. */
export class FigureView {
  readonly #plotArea = element('div.plot-area');
  readonly #legend = element('p.legend');
  readonly #summary = element('figcaption');
  readonly #table = element('div.scroll', { tabindex: 0, role: 'region' });
  readonly #details = element('details', element('summary', 'Show as a table'), this.#table);
  #figure: Figure | null = null;
  #width = 0;

  constructor(host: Element) {
    host.replaceChildren(element('figure', this.#plotArea, this.#legend, this.#summary), this.#details);
    this.#details.addEventListener('toggle', () => this.#fillTable());
    new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width === this.#width || width === 0) return;
      this.#width = width;
      this.#draw();
    }).observe(this.#plotArea);
  }

  show(figure: Figure): void {
    this.#figure = figure;
    this.#summary.textContent = figure.summary;
    const items = (figure.legend ?? []).filter((item) => item !== false);
    this.#legend.replaceChildren(...items.map(legendView));
    this.#legend.hidden = items.length === 0;
    this.#draw();
    this.#fillTable();
  }

  #draw(): void {
    if (this.#figure === null || this.#width === 0) return;
    const drawn = this.#figure.draw(this.#width);
    // Screen readers get the summary here, and the numbers from the table.
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', this.#figure.summary);
    this.#plotArea.replaceChildren(drawn);
  }

  /** Fills the table only once it is open, since it may have thousands of rows. */
  #fillTable(): void {
    if (this.#figure === null || !this.#details.open) return;
    const { table } = this.#figure;
    this.#table.setAttribute('aria-label', table.caption);
    this.#table.replaceChildren(tableElement(table));
  }
}

function tableElement({ caption, columns, rows }: Table): HTMLElement {
  const row = ([first = '', ...rest]: readonly (string | number)[]) =>
    element('tr', element('th', { scope: 'row' }, first), ...rest.map((cell) => element('td', cell)));
  return element(
    'table',
    element('caption', caption),
    tableHead(columns),
    element('tbody', ...rows.map(row)),
  );
}

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
function legendView({ swatch, label }: LegendItem): HTMLElement {
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
