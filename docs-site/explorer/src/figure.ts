import { element } from './element.ts';

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A picture, the sentence that sums it up, and its numbers as a table. */
export interface Picture {
  /** Draws for a width in CSS pixels. */
  readonly draw: (width: number) => Element;
  readonly summary: string;
  readonly table: Table;
}

/** A place on the page that shows a picture, drawn anew when its width changes. */
export class PictureFrame {
  readonly #drawing = element('div', { class: 'drawing' });
  readonly #summary = element('figcaption');
  readonly #table = element('div', { class: 'scroll', tabindex: 0 });
  readonly #details = element('details', {}, element('summary', {}, 'Show as a table'), this.#table);
  #picture: Picture | null = null;
  #width = 0;

  constructor(host: Element) {
    host.replaceChildren(element('figure', {}, this.#drawing, this.#summary), this.#details);
    this.#details.addEventListener('toggle', () => this.#fillTable());
    new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width === this.#width || width === 0) return;
      this.#width = width;
      this.#draw();
    }).observe(this.#drawing);
  }

  show(picture: Picture): void {
    this.#picture = picture;
    this.#summary.textContent = picture.summary;
    this.#draw();
    this.#fillTable();
  }

  #draw(): void {
    if (this.#picture === null || this.#width === 0) return;
    const drawn = this.#picture.draw(this.#width);
    // The numbers stand in the table; to a screen reader the picture is its summary.
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', this.#picture.summary);
    this.#drawing.replaceChildren(drawn);
  }

  /** The table is made when it is opened: it may have thousands of rows. */
  #fillTable(): void {
    if (this.#picture === null || !this.#details.open) return;
    this.#table.setAttribute('aria-label', this.#picture.table.caption);
    this.#table.setAttribute('role', 'region');
    this.#table.replaceChildren(tableOf(this.#picture.table));
  }
}

function tableOf({ caption, columns, rows }: Table): HTMLElement {
  return element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
    element(
      'tbody',
      {},
      ...rows.map(([first = '', ...rest]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, first),
          ...rest.map((cell) => element('td', {}, cell)),
        ),
      ),
    ),
  );
}
