import type { Patterns } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { FigureView } from '../figure/figure.ts';
import { hourOf, weekdayOf } from '../local-time.ts';
import { type PageContext, SectionBody } from '../section-body.ts';
import { FIRST_VIEW, type TypicalWindow, WINDOWS } from '../view.ts';
import { heatMap, peopleText } from './heat-map.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { type HourRow, hourRows, periodText, TypicalWeek } from './typical-week.ts';

/** A typical week: by hour, by weekday, and by both. */
export class PatternsSection {
  readonly #context: PageContext;
  readonly #range = byId<HTMLSelectElement>('patterns-range');
  readonly #hours = new FigureView(byId('hours-body'));
  readonly #weekdays = new FigureView(byId('weekdays-body'));
  readonly #message = byId('patterns-message');
  readonly #body: SectionBody;
  readonly #onTypical: () => void;
  #window = FIRST_VIEW.typical;
  #shown: {
    readonly patterns: Patterns;
    readonly typical: TypicalWeek;
    readonly rows: readonly HourRow[];
  } | null = null;

  /** `onTypical` is called when a typical week has been loaded, and `onWindow` gets the window that the user chose. */
  constructor(context: PageContext, onTypical: () => void, onWindow: (window: TypicalWindow) => void) {
    this.#context = context;
    this.#body = new SectionBody(this.#message, context);
    this.#onTypical = onTypical;
    this.#range.addEventListener('change', () => {
      this.open(WINDOWS.find((days) => days === this.#range.value) ?? this.#window);
      onWindow(this.#window);
    });
  }

  /** Shows a typical week from a window. */
  async show(window: TypicalWindow): Promise<void> {
    this.#window = window;
    await this.#load();
  }

  /** Shows a typical week from another window, for the user. */
  open(window: TypicalWindow): void {
    this.#context.attempt(() => this.show(window));
  }

  /** Retries after a failure, and marks the current hour. New reports change a typical week too little to reload it. */
  async refresh(): Promise<void> {
    this.#markNow();
    if (this.#body.needsRetry) await this.#load();
  }

  async #load(): Promise<void> {
    const window = this.#window;
    const { api, venue } = this.#context;
    this.#range.value = window;
    await this.#body.load(async (isCurrent) => {
      // Without today, which is compared with it.
      const until = venue.daysAgo(1);
      const range = window === 'all' ? { until } : { since: venue.daysAgo(Number(window)), until };
      const [patterns, chart] = await Promise.all([
        api.get('/api/v1/patterns', range),
        api.get('/api/v1/chart', range),
      ]);
      if (!isCurrent()) return;
      const typical = new TypicalWeek(chart);
      const first = chart.scatter.reduce((least, { t }) => (t < least ? t : least), until).slice(0, 10);
      venue.typical = typical;
      this.#onTypical();
      const text = periodText(typical, { since: range.since ?? first, until }, venue.today);
      this.#message.replaceChildren(element('p.hint', text));
      const isEmpty = patterns.by_hour.every(({ report_count }) => report_count === 0);
      byId('patterns-body').hidden = isEmpty;
      this.#shown = isEmpty ? null : { patterns, typical, rows: hourRows(patterns, typical) };
      this.#markNow();
      byId('heat-highest').textContent = `${peopleText(typical.highest)} on average`;
    }, window);
  }

  /** Draws the week, with the current hour. */
  #markNow(): void {
    if (this.#shown === null) return;
    const { patterns, rows, typical } = this.#shown;
    const now = this.#context.venue.now.wall;
    byId('heat-map-body').replaceChildren(heatMap(typical, rows, now));
    this.#hours.show(hoursChart(patterns, rows, hourOf(now)));
    this.#weekdays.show(weekdaysChart(patterns, weekdayOf(now)));
  }
}
