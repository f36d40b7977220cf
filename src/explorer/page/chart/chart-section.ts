import type { Deployment } from '../deployment/deployment.ts';
import type { Chart } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { type Figure, FigureView } from '../figure/figure.ts';
import { dateOf, wallTimeOf } from '../local-time.ts';
import { SectionBody } from '../section-body.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { connectDownloads, type Seen } from './chart-downloads.ts';
import { type ChartView, comparedDay, FIRST_VIEW } from './chart-view.ts';
import { CompareField } from './compare-field.ts';
import { dayOf } from './day.ts';
import { dayChart } from './day-chart.ts';
import { adjacentRange, datesOf, PRESETS, queryOf, type Range, rangeTitle, singleDay } from './range.ts';
import { rangeChart } from './range-chart.ts';
import { RangeFields } from './range-fields.ts';

/** Reloads today's chart at this age, since its smoothed line gets a point every quarter-hour. */
const MAX_AGE = 15 * 60_000;

/** The chart of today or any range, with its controls and downloads. */
export class ChartSection {
  readonly #host = byId('chart-body');
  readonly #body = new SectionBody(this.#host);
  readonly #fields = new RangeFields((range) => this.open({ range }));
  readonly #compareField = new CompareField((compare) => this.open({ compare }));
  readonly #attempt: (work: () => Promise<void>) => void;
  readonly #onView: (view: ChartView) => void;
  #figureView: FigureView | null = null;
  #figure: Figure | null = null;
  #deployment: Deployment | null = null;
  #view = FIRST_VIEW;
  #typical: TypicalWeek | null = null;
  #shown: { readonly chart: Chart; readonly range: Range; readonly fetched: number } | null = null;
  /** Charts of days to compare with, by date. */
  readonly #days = new Map<string, Chart>();

  /** `attempt` runs requests of the user and shows their failures; `onView` is called with each new view, including those set by `open`. */
  constructor(attempt: (work: () => Promise<void>) => void, onView: (view: ChartView) => void) {
    this.#attempt = attempt;
    this.#onView = onView;
    byId('range-presets').replaceChildren(
      ...PRESETS.map(({ name, range }) =>
        this.#selects(element('button', { type: 'button', 'aria-pressed': 'false' }, name), () => range),
      ),
    );
    this.#selects(byId('range-previous'), (range, today) => adjacentRange(range, today, -1));
    this.#selects(byId('range-next'), (range, today) => adjacentRange(range, today, 1));
    const more = byId('chart-more');
    more.addEventListener('click', () => {
      const options = byId('chart-options');
      options.hidden = !options.hidden;
      more.setAttribute('aria-expanded', String(!options.hidden));
    });
    connectDownloads(attempt, () => this.#seen);
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
    this.#days.clear();
    this.#fields.reset();
    await this.#load();
  }

  /** Changes the view, and loads it unless no deployment is shown yet. What is left out stays. */
  open(view: Partial<ChartView>): void {
    const { range, compare } = { ...this.#view, ...view };
    const isSame = JSON.stringify(range) === JSON.stringify(this.#view.range);
    this.#view = { range: isSame ? this.#view.range : range, compare };
    this.#onView(this.#view);
    this.#fields.reset();
    if (this.#deployment === null) return;
    if (this.#shown?.range !== this.#view.range) {
      // A load that is under way continues with the compared day.
      if (this.#body.loading === JSON.stringify(this.#view.range)) this.#showControls();
      else this.#attempt(() => this.#load());
      return;
    }
    this.#showControls();
    this.#draw();
    this.#attempt(() => this.#loadCompared());
  }

  /** Shows a typical week behind a single day; null while none is loaded. */
  showTypical(typical: TypicalWeek | null): void {
    this.#typical = typical;
    this.#draw();
  }

  /** Reloads after a failure, and a range that includes today after new reports or `MAX_AGE`; otherwise moves the “now” mark. */
  async refresh(hasNewReports: boolean): Promise<void> {
    const shown = this.#shown;
    if (hasNewReports) this.#days.delete(this.#deployment?.today ?? '');
    if (this.#body.needsRetry) await this.#load();
    if (shown === null || shown !== this.#shown || shown.range !== this.#view.range) return;
    const includesToday = shown.range.kind !== 'days' || shown.range.until >= (this.#deployment?.today ?? '');
    if (includesToday && (hasNewReports || Date.now() - shown.fetched > MAX_AGE)) await this.#load();
    else {
      this.#draw();
      await this.#loadCompared();
    }
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
        if (this.#host.firstElementChild?.tagName !== 'FIGURE') this.#figureView = new FigureView(this.#host);
        this.#showControls();
        this.#draw();
      },
      { content: JSON.stringify(range), clock: () => deployment.wallTime() },
    );
    await this.#loadCompared();
  }

  /** Loads and draws the day that the shown one is compared with, unless it is loaded. */
  async #loadCompared(): Promise<void> {
    const [deployment, date] = [this.#deployment, this.#comparedDate];
    if (deployment === null || date === null || this.#days.has(date)) return;
    const chart = await deployment.api.get('/api/v1/chart', { since: date, until: date });
    if (deployment !== this.#deployment) return;
    this.#days.set(date, chart);
    this.#draw();
  }

  /** The day that the shown one is compared with; null if none is. */
  get #comparedDate(): string | null {
    const day = this.#shown === null ? null : singleDay(this.#shown.range, this.#deployment?.today ?? '');
    return day === null ? null : comparedDay(this.#view.compare, day);
  }

  #draw(): void {
    const [deployment, shown] = [this.#deployment, this.#shown];
    if (deployment === null || shown === null) return;
    this.#figure = this.#figureOf(deployment, shown.chart, shown.range);
    this.#figureView?.show(this.#figure);
  }

  #figureOf(deployment: Deployment, chart: Chart, range: Range): Figure {
    const { today, status } = deployment;
    const date = singleDay(range, today);
    if (date === null) {
      const until = datesOf(range, today)?.until ?? today;
      // A day that is replayed is over.
      return rangeChart(chart, until, deployment.replayedDay === null ? today : null);
    }
    const isNow = date === today && status?.hours.is_open === true;
    const compared = this.#comparedDate;
    const comparedChart = compared === null ? undefined : this.#days.get(compared);
    return dayChart(
      dayOf(chart, date, {
        // The time of the estimate, even while it cannot be updated.
        now: isNow ? { wall: deployment.wallTime() - deployment.elapsed, status } : null,
        typical: this.#typical,
        showsTypical: this.#view.compare === 'typical',
        compared:
          compared === null || comparedChart === undefined ? null : { date: compared, chart: comparedChart },
      }),
    );
  }

  #showControls(): void {
    const [deployment, range] = [this.#deployment, this.#view.range];
    if (deployment === null) return;
    const { today } = deployment;
    const start = this.#start;
    byId('chart-title').textContent = rangeTitle(range, today, start);
    const { since, until } = datesOf(range, today) ?? { since: start, until: today };
    this.#fields.show(since, until, today);
    byId<HTMLButtonElement>('range-previous').disabled = adjacentRange(range, today, -1) === null;
    byId<HTMLButtonElement>('range-next').disabled = adjacentRange(range, today, 1) === null;
    this.#compareField.show(this.#view.compare, singleDay(range, today), today);
    const name = JSON.stringify(range);
    PRESETS.forEach((preset, index) => {
      const button = byId('range-presets').children[index];
      button?.setAttribute('aria-pressed', String(JSON.stringify(preset.range) === name));
    });
  }

  /** Lets a button select a range, once a deployment is shown. */
  #selects(button: HTMLElement, rangeOf: (range: Range, today: string) => Range | null): HTMLElement {
    button.addEventListener('click', () => {
      if (this.#deployment === null) return;
      const range = rangeOf(this.#view.range, this.#deployment.today);
      if (range !== null) this.open({ range });
    });
    return button;
  }

  /** What can be downloaded: not the chart of another range, after this one failed to load. */
  get #seen(): Seen | null {
    const [deployment, shown, { range }] = [this.#deployment, this.#shown, this.#view];
    if (deployment === null) return null;
    const figure = shown?.range === range ? this.#figure : null;
    return { deployment, dates: datesOf(range, deployment.today), figure, start: this.#start };
  }

  /** The first day of a chart of all reports. */
  get #start(): string {
    const first = this.#shown?.range === this.#view.range ? this.#shown.chart.line[0] : undefined;
    return first === undefined ? (this.#deployment?.today ?? '') : dateOf(wallTimeOf(first.t));
  }
}
