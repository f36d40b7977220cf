import { type ChartView, FIRST_VIEW } from './chart-view.ts';
import { closedSpans, dayChart } from './day-chart.ts';
import type { Deployment } from './deployment.ts';
import { byId, element } from './element.ts';
import { FigureView } from './figure.ts';
import { dateOf, wallTimeOf } from './local-time.ts';
import { adjacentRange, datesOf, PRESETS, queryOf, type Range, rangeTitle, singleDay } from './range.ts';
import { rangeChart } from './range-chart.ts';
import { RangeFields } from './range-fields.ts';
import type { Chart } from './responses.ts';
import { SectionBody } from './section-body.ts';
import type { TypicalWeek } from './typical-week.ts';

/** Reloads today's chart at this age, since its smoothed line gets a point every quarter-hour. */
const MAX_AGE = 15 * 60_000;

/** The chart of today or any range, with its controls and the CSV download. */
export class ChartSection {
  readonly #host = byId('chart-body');
  readonly #body = new SectionBody(this.#host);
  readonly #fields = new RangeFields((range) => this.#select(range));
  readonly #attempt: (work: () => Promise<void>) => void;
  #figure: FigureView | null = null;
  #deployment: Deployment | null = null;
  readonly #onView: (view: ChartView) => void;
  #view = FIRST_VIEW;
  #typical: TypicalWeek | null = null;
  #shown: { readonly chart: Chart; readonly range: Range; readonly fetched: number } | null = null;

  /** `attempt` runs requests of the user and shows their failures; `onView` gets each new view, also those of `open`. */
  constructor(
    attempt: (work: () => Promise<void>) => void,
    onView: (view: ChartView) => void = () => undefined,
  ) {
    this.#attempt = attempt;
    this.#onView = onView;
    byId('range-presets').replaceChildren(
      ...PRESETS.map(({ name, range }) =>
        this.#button(name, () => (this.#deployment === null ? null : range)),
      ),
    );
    this.#onClick('range-previous', -1);
    this.#onClick('range-next', 1);
    byId('download').addEventListener('click', () => attempt(() => this.#download()));
  }

  /** Shows a skeleton until the next deployment is loaded. */
  reset(): void {
    this.#deployment = null;
    this.#shown = null;
    this.#body.reset();
  }

  /** Shows the chart of a deployment, in a view. */
  async show(deployment: Deployment, view: ChartView): Promise<void> {
    this.#deployment = deployment;
    this.#view = view;
    this.#shown = null;
    this.#fields.reset();
    await this.#load();
  }

  /** Changes the view, and loads it unless no deployment is shown yet. What is left out stays. */
  open(view: Partial<ChartView>): void {
    this.#view = { ...this.#view, ...view };
    this.#onView(this.#view);
    this.#fields.reset();
    if (this.#deployment !== null) this.#attempt(() => this.#load());
  }

  /** Shows a typical week behind a single day; null while none is loaded. */
  showTypical(typical: TypicalWeek | null): void {
    this.#typical = typical;
    this.#draw();
  }

  /** Reloads after a failure, and a range that includes today after new reports or `MAX_AGE`; otherwise moves the “now” mark. */
  async refresh(hasNewReports: boolean): Promise<void> {
    const shown = this.#shown;
    if (this.#body.needsRetry) await this.#load();
    if (shown === null || shown !== this.#shown || shown.range !== this.#view.range) return;
    const includesToday = shown.range.kind !== 'days' || shown.range.until >= (this.#deployment?.today ?? '');
    if (includesToday && (hasNewReports || Date.now() - shown.fetched > MAX_AGE)) await this.#load();
    else if (shown.range.kind === 'today') this.#draw();
  }

  async #load(): Promise<void> {
    const [deployment, range] = [this.#deployment, this.#view.range];
    if (deployment === null) return;
    this.#showControls();
    await this.#body.load(
      async (isCurrent) => {
        if (range.kind !== 'today' && !deployment.isTodayKnown) {
          deployment.noteChart(await deployment.api.get('/api/v1/chart', {}), true);
        }
        const chart = await deployment.api.get('/api/v1/chart', queryOf(range, deployment.today));
        if (deployment === this.#deployment) deployment.noteChart(chart, range.kind === 'today');
        if (!isCurrent()) return;
        this.#shown = { chart, range, fetched: Date.now() };
        if (this.#host.firstElementChild?.tagName !== 'FIGURE') this.#figure = new FigureView(this.#host);
        this.#showControls();
        this.#draw();
      },
      { content: JSON.stringify(range), clock: () => deployment.wallTime() },
    );
  }

  #draw(): void {
    const [deployment, shown] = [this.#deployment, this.#shown];
    if (deployment === null || shown === null) return;
    const day = singleDay(shown.range, deployment.today);
    const isOpen = deployment.status?.hours.is_open === true;
    const now = shown.range.kind === 'today' && isOpen ? deployment.wallTime() : null;
    this.#figure?.show(
      day === null ? rangeChart(shown.chart) : dayChart(shown.chart, day, { now, typical: this.#typical }),
    );
    byId('closed-legend').hidden = day === null || closedSpans(shown.chart, day).length === 0;
    byId('line-legend').textContent = day === null ? 'average' : 'smoothed line';
  }

  #showControls(): void {
    const [deployment, range] = [this.#deployment, this.#view.range];
    if (deployment === null) return;
    const { today } = deployment;
    const first = this.#shown?.range === range ? this.#shown.chart.line[0] : undefined;
    const start = first === undefined ? today : dateOf(wallTimeOf(first.t));
    byId('chart-title').textContent = rangeTitle(range, today, range.kind === 'all' ? start : today);
    const { since, until } = datesOf(range, today) ?? { since: start, until: today };
    this.#fields.show(since, until, today);
    byId<HTMLButtonElement>('range-previous').disabled = adjacentRange(range, today, -1) === null;
    byId<HTMLButtonElement>('range-next').disabled = adjacentRange(range, today, 1) === null;
    const name = JSON.stringify(range);
    PRESETS.forEach((preset, index) => {
      const button = byId('range-presets').children[index];
      button?.setAttribute('aria-pressed', String(JSON.stringify(preset.range) === name));
    });
  }

  #button(name: string, range: () => Range | null): HTMLElement {
    const button = element('button', { type: 'button', 'aria-pressed': 'false' }, name);
    button.addEventListener('click', () => this.#select(range()));
    return button;
  }

  #onClick(id: string, direction: -1 | 1): void {
    byId(id).addEventListener('click', () => {
      this.#select(
        this.#deployment === null ? null : adjacentRange(this.#view.range, this.#deployment.today, direction),
      );
    });
  }

  #select(range: Range | null): void {
    if (range !== null) this.open({ range });
  }

  async #download(): Promise<void> {
    const [deployment, range] = [this.#deployment, this.#view.range];
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
