import { element, tableHead } from '../element.ts';
import { type LegendItem, legendView } from './legend.ts';

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
