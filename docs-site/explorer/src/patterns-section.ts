import type { Deployment } from './deployment.ts';
import { byId, element } from './element.ts';
import { FigureView } from './figure.ts';
import { heatMap } from './heat-map.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { SectionBody } from './section-body.ts';
import { TypicalWeek } from './typical-week.ts';
import { FIRST_VIEW, type WeekView, WINDOWS } from './view.ts';

/** What the section reports. */
export interface PatternsEvents {
  /** Gets each typical week that has been loaded. */
  readonly onTypical: (typical: TypicalWeek) => void;
  /** Gets what the user chose to see. */
  readonly onView: (view: WeekView) => void;
}

/** A typical week: by hour, by weekday, and by both. */
export class PatternsSection {
  readonly #range = byId<HTMLSelectElement>('patterns-range');
  readonly #hours = new FigureView(byId('hours-body'));
  readonly #weekdays = new FigureView(byId('weekdays-body'));
  readonly #message = byId('patterns-message');
  readonly #body = new SectionBody(this.#message);
  #deployment: Deployment | null = null;

  readonly #attempt: (work: () => Promise<void>) => void;
  readonly #on: PatternsEvents;
  #view = FIRST_VIEW.week;

  /** `attempt` runs requests of the user and shows their failures. */
  constructor(attempt: (work: () => Promise<void>) => void, events: PatternsEvents) {
    this.#attempt = attempt;
    this.#on = events;
    this.#range.addEventListener('change', () => {
      const window = WINDOWS.find((days) => days === this.#range.value) ?? this.#view.window;
      this.open({ ...this.#view, window });
      events.onView(this.#view);
    });
  }

  /** Shows the typical week of a deployment, in a view. */
  async show(deployment: Deployment, view: WeekView): Promise<void> {
    this.#deployment = deployment;
    this.#view = view;
    await this.#load();
  }

  /** Changes the view; makes requests only for another period. */
  open(view: WeekView): void {
    const before = this.#view;
    this.#view = view;
    if (before.window !== view.window) this.#attempt(() => this.#load());
  }

  /** Retries after a failure. New reports change a typical week too little to reload it. */
  async refresh(): Promise<void> {
    if (this.#body.needsRetry) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, { window }] = [this.#deployment, this.#view];
    if (deployment === null) return;
    this.#range.value = window;
    const [message, body] = [this.#message, byId('patterns-body')];
    await this.#body.load(async (isCurrent) => {
      body.hidden = true;
      // Without today, which is compared with it.
      const until = deployment.daysAgo(1);
      const range = window === 'all' ? { until } : { since: deployment.daysAgo(Number(window)), until };
      const [patterns, chart] = await Promise.all([
        deployment.api.get('/api/v1/patterns', range),
        deployment.api.get('/api/v1/chart', range),
      ]);
      if (!isCurrent()) return;
      const typical = new TypicalWeek(chart);
      this.#on.onTypical(typical);
      if (chart.scatter.length === 0 && patterns.by_hour.every(({ report_count }) => report_count === 0)) {
        message.replaceChildren(element('p', { class: 'empty' }, 'No reports in this period.'));
        return;
      }
      const now = new Date(deployment.wallTime());
      const hours = hoursChart(patterns, now.getUTCHours());
      const weekdays = weekdaysChart(patterns, (now.getUTCDay() + 6) % 7);
      this.#hours.show(hours);
      this.#weekdays.show(weekdays);
      byId('hours-legend').hidden = !hours.hasCurrent;
      byId('weekdays-legend').hidden = !weekdays.hasCurrent;
      byId('heat-map-body').replaceChildren(heatMap(typical, patterns));
      message.replaceChildren();
      body.hidden = false;
    });
  }
}
