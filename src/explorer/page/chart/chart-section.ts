import type { Deployment } from '../deployment/deployment.ts';
import { unreadableText } from '../deployment/readable-times.ts';
import type { Chart } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { type Figure, FigureView } from '../figure/figure.ts';
import { dateOf, wallTimeOf } from '../local-time.ts';
import { SectionBody } from '../section-body.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { dayOf } from './day.ts';
import { dayChart } from './day-chart.ts';
import { adjacentRange, datesOf, PRESETS, queryOf, type Range, rangeTitle, singleDay } from './range.ts';
import { rangeChart } from './range-chart.ts';
import { RangeFields } from './range-fields.ts';

/** Reloads today's chart at this age, since its smoothed line gets a point every quarter-hour. */
const MAX_AGE = 15 * 60_000;

/** The chart of today or any range, with its controls and the download of its reports. */
export class ChartSection {
  readonly #host = byId('chart-body');
  readonly #body = new SectionBody(this.#host);
  readonly #fields = new RangeFields((range) => this.open(range));
  readonly #attempt: (work: () => Promise<void>) => void;
  readonly #onRange: (range: Range) => void;
  #figureView: FigureView | null = null;
  #deployment: Deployment | null = null;
  #range: Range = { kind: 'today' };
  #typical: TypicalWeek | null = null;
  #shown: { readonly chart: Chart; readonly range: Range; readonly fetched: number } | null = null;

  /** `attempt` runs requests of the user and shows their failures; `onRange` is called with each new range, including those set by `open`. */
  constructor(attempt: (work: () => Promise<void>) => void, onRange: (range: Range) => void) {
    this.#attempt = attempt;
    this.#onRange = onRange;
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
    byId('download').addEventListener('click', () => attempt(() => this.#download()));
  }

  /** Shows a skeleton until the next deployment is loaded. */
  reset(): void {
    this.#deployment = null;
    this.#shown = null;
    this.#body.reset();
  }

  /** Shows a range of a deployment. */
  async show(deployment: Deployment, range: Range): Promise<void> {
    this.#deployment = deployment;
    this.#range = range;
    this.#shown = null;
    this.#fields.reset();
    await this.#load();
  }

  /** Changes the range, and loads it unless no deployment is shown yet, or it is shown or loading. */
  open(range: Range): void {
    const name = JSON.stringify(range);
    if (name !== JSON.stringify(this.#range)) this.#range = range;
    this.#onRange(this.#range);
    this.#fields.reset();
    if (this.#deployment === null) return;
    const isThere = this.#shown?.range === this.#range || this.#body.loading === name;
    if (isThere) this.#showControls();
    else this.#attempt(() => this.#load());
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
    if (shown === null || shown !== this.#shown || shown.range !== this.#range) return;
    const includesToday = shown.range.kind !== 'days' || shown.range.until >= (this.#deployment?.today ?? '');
    if (includesToday && (hasNewReports || Date.now() - shown.fetched > MAX_AGE)) await this.#load();
    else this.#draw();
  }

  async #load(): Promise<void> {
    const [deployment, range] = [this.#deployment, this.#range];
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
  }

  #draw(): void {
    const [deployment, shown] = [this.#deployment, this.#shown];
    if (deployment === null || shown === null) return;
    const figure = this.#figureOf(deployment, shown.chart, shown.range);
    this.#figureView?.show({ ...figure, summary: `${figure.summary}${unreadableText(shown.chart)}` });
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
    return dayChart(
      dayOf(chart, date, {
        // The time of the estimate, even while it cannot be updated.
        now: isNow ? { at: deployment.received.at, status } : null,
        typical: this.#typical,
      }),
    );
  }

  #showControls(): void {
    const [deployment, range] = [this.#deployment, this.#range];
    if (deployment === null) return;
    const { today } = deployment;
    const start = this.#start;
    byId('chart-title').textContent = rangeTitle(range, today, start);
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

  /** Lets a button select a range, once a deployment is shown. */
  #selects(button: HTMLElement, rangeOf: (range: Range, today: string) => Range | null): HTMLElement {
    button.addEventListener('click', () => {
      if (this.#deployment === null) return;
      const range = rangeOf(this.#range, this.#deployment.today);
      if (range !== null) this.open(range);
    });
    return button;
  }

  /** Saves the reports of the range, under the name from the response. */
  async #download(): Promise<void> {
    const deployment = this.#deployment;
    if (deployment === null) return;
    const { today } = deployment;
    const { name, file } = await deployment.api.download(datesOf(this.#range, today) ?? { until: today });
    const link = element('a', { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  /** The first day of a chart of all reports. */
  get #start(): string {
    const first = this.#shown?.range === this.#range ? this.#shown.chart.line[0] : undefined;
    return first === undefined ? (this.#deployment?.today ?? '') : dateOf(wallTimeOf(first.t));
  }
}
