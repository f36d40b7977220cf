import type { Chart } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { type Figure, FigureView } from '../figure/figure.ts';
import { dateOf, wallTimeOf } from '../local-time.ts';
import { type PageContext, SectionBody } from '../section-body.ts';
import { dayOf } from './day.ts';
import { dayChart } from './day-chart.ts';
import {
  adjacentRange,
  datesOf,
  queryOf,
  type Range,
  rangeText,
  rangeTitle,
  readRange,
  singleDay,
} from './range.ts';
import { rangeChart } from './range-chart.ts';
import { RangeFields } from './range-fields.ts';

/** Reloads today's chart at this age, since its smoothed line gets a point every quarter-hour. */
const MAX_AGE = 15 * 60_000;

/** The buttons that move the range. */
const ADJACENT = [
  ['range-previous', -1],
  ['range-next', 1],
] as const;

/** The chart of today or any range, with its controls and the download of its reports. */
export class ChartSection {
  readonly #context: PageContext;
  readonly #host = byId('chart-body');
  readonly #body: SectionBody;
  readonly #presets = byId('range-presets').querySelectorAll('button');
  readonly #fields = new RangeFields((range) => this.#choose(range));
  #figureView: FigureView | null = null;
  #shown: { readonly chart: Chart; readonly range: Range; readonly fetched: number } | null = null;

  constructor(context: PageContext) {
    this.#context = context;
    this.#body = new SectionBody(this.#host, context);
    for (const button of this.#presets)
      button.addEventListener('click', () => this.#choose(readRange(button.value)));
    for (const [id, direction] of ADJACENT)
      byId(id).addEventListener('click', () =>
        this.#choose(adjacentRange(context.view.range, context.venue.today, direction)),
      );
    const more = byId('chart-more');
    more.addEventListener('click', () => {
      const options = byId('chart-options');
      options.hidden = !options.hidden;
      more.setAttribute('aria-expanded', String(!options.hidden));
    });
    byId('download').addEventListener('click', () => context.attempt(() => this.#download()));
  }

  /** Shows the range of the view, anew. */
  async show(): Promise<void> {
    this.#shown = null;
    await this.load();
  }

  #choose(range: Range | null): void {
    const { view, choose, attempt } = this.#context;
    // Choosing what has failed to load tries it again.
    if (range !== null && this.#body.needsRetry && rangeText(range) === rangeText(view.range))
      attempt(() => this.load());
    else if (range !== null) choose({ range });
    this.#fields.reset();
    this.#showControls();
  }

  /** Reloads after a failure, and a range that includes today after new reports or `MAX_AGE`; otherwise moves the “now” mark. */
  async refresh(hasNewReports: boolean): Promise<void> {
    const shown = this.#shown;
    if (this.#body.needsRetry) await this.load();
    if (shown === null || shown !== this.#shown || !this.#isOfView(shown)) return;
    const includesToday = shown.range.kind !== 'days' || shown.range.until >= this.#context.venue.today;
    if (includesToday && (hasNewReports || Date.now() - shown.fetched > MAX_AGE)) await this.load();
    else this.draw();
  }

  /** Loads the range of the view. */
  async load(): Promise<void> {
    const { api, venue, view } = this.#context;
    const { range } = view;
    this.#fields.reset();
    this.#showControls();
    await this.#body.load(async (isCurrent) => {
      if (range.kind !== 'today' && !venue.hasChartOfToday) venue.noteChart(await api.get('/api/v1/chart'));
      const chart = await api.get('/api/v1/chart', queryOf(range, venue.today));
      if (range.kind === 'today') venue.noteChart(chart);
      if (!isCurrent()) return;
      this.#shown = { chart, range, fetched: Date.now() };
      if (this.#host.firstElementChild?.tagName !== 'FIGURE') this.#figureView = new FigureView(this.#host);
      this.#showControls();
      this.draw();
    }, rangeText(range));
  }

  /** Draws it anew, as with another time or a typical week behind a single day. */
  draw(): void {
    if (this.#shown !== null) this.#figureView?.show(this.#figureOf(this.#shown.chart, this.#shown.range));
  }

  #figureOf(chart: Chart, range: Range): Figure {
    const { venue } = this.#context;
    const { today, status, typical } = venue;
    const date = singleDay(range, today);
    if (date === null) return rangeChart(chart, datesOf(range, today)?.until ?? today, today);
    const isNow = date === today && status?.hours.is_open === true;
    // The time of the estimate, even while it cannot be updated.
    const now = isNow ? { at: venue.timeAt(venue.receivedAt).at, status } : null;
    return dayChart(dayOf(chart, date, { now, typical }));
  }

  #isOfView({ range }: { readonly range: Range }): boolean {
    return rangeText(range) === rangeText(this.#context.view.range);
  }

  #showControls(): void {
    const { range } = this.#context.view;
    const { today } = this.#context.venue;
    // The first day of a chart of all reports
    const first = this.#shown !== null && this.#isOfView(this.#shown) ? this.#shown.chart.line[0] : undefined;
    const start = first === undefined ? today : dateOf(wallTimeOf(first.t));
    byId('chart-title').textContent = rangeTitle(range, today, start);
    const { since, until } = datesOf(range, today) ?? { since: start, until: today };
    this.#fields.show(since, until, today);
    for (const [id, direction] of ADJACENT)
      byId<HTMLButtonElement>(id).disabled = adjacentRange(range, today, direction) === null;
    for (const button of this.#presets)
      button.setAttribute('aria-pressed', String(button.value === rangeText(range)));
  }

  /** Saves the reports of the range, under the name from the response. */
  async #download(): Promise<void> {
    const { api, venue, view } = this.#context;
    const dates = datesOf(view.range, venue.today) ?? { until: venue.today };
    const { name, file } = await api.download(dates);
    const link = element('a', { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
