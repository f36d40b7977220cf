import { closedSpans, dayChart } from './day-chart.ts';
import type { Deployment } from './deployment.ts';
import { byId, element } from './element.ts';
import { PictureFrame } from './figure.ts';
import { dateOf, wallTimeOf } from './local-time.ts';
import { nameOf, neighbour, PRESETS, queryOf, type Range, singleDay } from './range.ts';
import { rangeChart } from './range-chart.ts';
import { RangeFields } from './range-fields.ts';
import type { Chart } from './responses.ts';
import { Place } from './section-body.ts';

/** How old a chart of today may grow before its line, which gets a point each quarter of an hour, is asked for again. */
const STALE = 15 * 60_000;

/** The chart of today or of any range, with its controls and the download. */
export class ChartSection {
  readonly #body = byId('chart-body');
  readonly #place = new Place(this.#body);
  readonly #dates = new RangeFields((range) => this.#go(range));
  readonly #attempt: (work: () => Promise<void>) => void;
  #frame: PictureFrame | null = null;
  #deployment: Deployment | null = null;
  #range: Range = { kind: 'today' };
  #shown: { readonly chart: Chart; readonly range: Range; readonly fetched: number } | null = null;

  /** `attempt` runs what people ask for here, and tells them when it fails. */
  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#attempt = attempt;
    byId('range-presets').replaceChildren(
      ...PRESETS.map(({ name, range }) =>
        this.#button(name, () => (this.#deployment === null ? null : range(this.#deployment.today))),
      ),
    );
    this.#onClick('range-back', -1);
    this.#onClick('range-on', 1);
    byId('download').addEventListener('click', () => attempt(() => this.#download()));
  }

  /** Begins anew with a deployment. */
  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    this.#range = { kind: 'today' };
    this.#shown = null;
    this.#dates.forget();
    await this.#load();
  }

  /**
   * Brings the chart up to date after a look: asks anew where the last attempt failed, and for what goes on today when there
   * is news or its line has grown old; else moves on what says now.
   */
  async follow(hasNews: boolean): Promise<void> {
    const shown = this.#shown;
    if (this.#place.isOwed) await this.#load();
    if (shown === null || shown !== this.#shown || shown.range !== this.#range) return;
    const goesOn = shown.range.kind !== 'days' || shown.range.until >= (this.#deployment?.today ?? '');
    if (goesOn && (hasNews || Date.now() - shown.fetched > STALE)) await this.#load();
    else if (shown.range.kind === 'today') this.#draw();
  }

  async #load(): Promise<void> {
    const [deployment, range] = [this.#deployment, this.#range];
    if (deployment === null) return;
    this.#showControls();
    try {
      await this.#place.fill(async (isCurrent) => {
        const chart = await deployment.api.get('/api/v1/chart', queryOf(range, deployment.today));
        if (deployment === this.#deployment) deployment.learnFrom(chart, range.kind === 'today');
        if (!isCurrent()) return;
        this.#shown = { chart, range, fetched: Date.now() };
        if (this.#body.firstElementChild?.tagName !== 'FIGURE') this.#frame = new PictureFrame(this.#body);
        this.#showControls();
        this.#draw();
      });
    } catch (error) {
      // Under the heading of one range the picture of another would be a lie.
      if (this.#shown?.range !== this.#range) {
        this.#shown = null;
        this.#place.clear();
      }
      throw error;
    }
  }

  #draw(): void {
    const [deployment, shown] = [this.#deployment, this.#shown];
    if (deployment === null || shown === null) return;
    const day = singleDay(shown.range, deployment.today);
    const isOpen = deployment.status?.hours.is_open === true;
    const now = shown.range.kind === 'today' && isOpen ? deployment.wallTime() : null;
    this.#frame?.show(day === null ? rangeChart(shown.chart) : dayChart(shown.chart, day, now));
    byId('closed-key').hidden = day === null || closedSpans(shown.chart, day).length === 0;
    byId('line-name').textContent = day === null ? 'average' : 'smoothed line';
  }

  #showControls(): void {
    const [deployment, range] = [this.#deployment, this.#range];
    if (deployment === null) return;
    const { today } = deployment;
    const first = this.#shown?.range === range ? this.#shown.chart.line[0] : undefined;
    const begin = first === undefined ? today : dateOf(wallTimeOf(first.t));
    byId('chart-title').textContent = nameOf(range, today, range.kind === 'all' ? begin : today);
    this.#dates.show(
      range.kind === 'days' ? range.since : range.kind === 'all' ? begin : today,
      range.kind === 'days' ? range.until : today,
      today,
    );
    byId<HTMLButtonElement>('range-back').disabled = neighbour(range, today, -1) === null;
    byId<HTMLButtonElement>('range-on').disabled = neighbour(range, today, 1) === null;
    const name = JSON.stringify(range);
    PRESETS.forEach((preset, index) => {
      const button = byId('range-presets').children[index];
      button?.setAttribute('aria-pressed', String(JSON.stringify(preset.range(today)) === name));
    });
  }

  #button(name: string, range: () => Range | null): HTMLElement {
    const button = element('button', { type: 'button', 'aria-pressed': 'false' }, name);
    button.addEventListener('click', () => this.#go(range()));
    return button;
  }

  #onClick(id: string, direction: -1 | 1): void {
    byId(id).addEventListener('click', () => {
      this.#go(this.#deployment === null ? null : neighbour(this.#range, this.#deployment.today, direction));
    });
  }

  #go(range: Range | null): void {
    if (range === null) return;
    this.#range = range;
    this.#dates.forget();
    this.#attempt(() => this.#load());
  }

  async #download(): Promise<void> {
    const [deployment, range] = [this.#deployment, this.#range];
    if (deployment === null) return;
    const { today } = deployment;
    const query =
      range.kind === 'today'
        ? { since: today, until: today }
        : range.kind === 'all'
          ? {}
          : queryOf(range, today);
    const { name, file } = await deployment.api.download(query);
    const link = element('a', { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
