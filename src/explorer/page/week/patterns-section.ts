import type { Deployment } from '../deployment/deployment.ts';
import { unreadableText } from '../deployment/readable-times.ts';
import type { Patterns } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { FigureView } from '../figure/figure.ts';
import { weekdayOf } from '../local-time.ts';
import { SectionBody } from '../section-body.ts';
import { FIRST_VIEW, type TypicalWindow, WINDOWS } from '../view.ts';
import { type HourOfWeek, heatLegend, heatMap } from './heat-map.ts';
import { type HourRow, hourRows } from './hour-rows.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { periodText, TypicalWeek } from './typical-week.ts';

/** What the section reports. */
export interface PatternsEvents {
  /** Gets each typical week that has been loaded. */
  readonly onTypical: (typical: TypicalWeek) => void;
  /** Gets the window that the user chose. */
  readonly onWindow: (window: TypicalWindow) => void;
}

interface Shown {
  readonly patterns: Patterns;
  readonly typical: TypicalWeek;
  readonly rows: readonly HourRow[];
}

/** A typical week: by hour, by weekday, and by both. */
export class PatternsSection {
  readonly #range = byId<HTMLSelectElement>('patterns-range');
  readonly #hours = new FigureView(byId('hours-body'));
  readonly #weekdays = new FigureView(byId('weekdays-body'));
  readonly #message = byId('patterns-message');
  readonly #body = new SectionBody(this.#message);
  readonly #attempt: (work: () => Promise<void>) => void;
  readonly #onTypical: PatternsEvents['onTypical'];
  #deployment: Deployment | null = null;
  #window = FIRST_VIEW.typical;
  #shown: Shown | null = null;

  /** `attempt` runs requests of the user and shows their failures. */
  constructor(attempt: (work: () => Promise<void>) => void, events: PatternsEvents) {
    this.#attempt = attempt;
    this.#onTypical = events.onTypical;
    this.#range.addEventListener('change', () => {
      this.open(WINDOWS.find((days) => days === this.#range.value) ?? this.#window);
      events.onWindow(this.#window);
    });
  }

  /** Shows a skeleton until the next deployment is loaded. */
  reset(): void {
    this.#shown = null;
    byId('patterns-body').hidden = false;
    this.#message.replaceChildren(element('p', { class: 'hint' }, '…'));
    this.#body.reset();
  }

  /** Shows the typical week of a deployment, from a window. */
  async show(deployment: Deployment, window: TypicalWindow): Promise<void> {
    this.#deployment = deployment;
    this.#window = window;
    await this.#load();
  }

  /** Shows a typical week from another window. */
  open(window: TypicalWindow): void {
    this.#window = window;
    this.#attempt(() => this.#load());
  }

  /** Retries after a failure, and marks the current hour. New reports change a typical week too little to reload it. */
  async refresh(): Promise<void> {
    this.#markNow();
    if (this.#body.needsRetry) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, window] = [this.#deployment, this.#window];
    if (deployment === null) return;
    this.#range.value = window;
    await this.#body.load(
      async (isCurrent) => {
        // Without today, which is compared with it.
        const until = deployment.daysAgo(1);
        const range = window === 'all' ? { until } : { since: deployment.daysAgo(Number(window)), until };
        const [patterns, chart] = await Promise.all([
          deployment.api.get('/api/v1/patterns', range),
          deployment.api.get('/api/v1/chart', range),
        ]);
        if (!isCurrent()) return;
        const typical = new TypicalWeek(chart);
        const first = chart.scatter.reduce((least, { t }) => (t < least ? t : least), until).slice(0, 10);
        const period = { since: range.since ?? first, until };
        this.#onTypical(typical);
        const text = `${periodText(typical, period, deployment.today)}${unreadableText(chart)}`;
        this.#message.replaceChildren(element('p', { class: 'hint' }, text));
        const isEmpty =
          chart.scatter.length === 0 && patterns.by_hour.every(({ report_count }) => report_count === 0);
        byId('patterns-body').hidden = isEmpty;
        if (isEmpty) this.#shown = null;
        else this.#draw(patterns, typical);
      },
      { content: window, clock: () => deployment.wallTime() },
    );
  }

  #draw(patterns: Patterns, typical: TypicalWeek): void {
    this.#shown = { patterns, typical, rows: hourRows(patterns, typical) };
    this.#markNow();
    byId('heat-map-legend').replaceChildren(...heatLegend(typical.highest));
  }

  #markNow(): void {
    if (this.#shown === null) return;
    const { patterns, rows, typical } = this.#shown;
    const now = this.#now;
    byId('heat-map-body').replaceChildren(heatMap(typical, rows, now));
    this.#hours.show(hoursChart(patterns, rows, now.hour));
    this.#weekdays.show(weekdaysChart(patterns, now.weekday));
  }

  /** The current hour at the venue; only the day where a closed venue replays another one, at an unknown time. */
  get #now(): HourOfWeek {
    const [deployment, replayed] = [this.#deployment, this.#deployment?.replayedDay ?? null];
    const time = replayed ?? deployment?.wallTime() ?? 0;
    return { weekday: weekdayOf(time), hour: replayed === null ? new Date(time).getUTCHours() : null };
  }
}
