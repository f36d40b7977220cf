import type { Deployment } from './deployment.ts';
import { byId, element } from './element.ts';
import { FigureView } from './figure.ts';
import { heatMap } from './heat-map.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { SectionBody } from './section-body.ts';
import { TypicalWeek } from './typical-week.ts';

/** A typical week: by hour, by weekday, and by both. */
export class PatternsSection {
  readonly #range = byId<HTMLSelectElement>('patterns-range');
  readonly #hours = new FigureView(byId('hours-body'));
  readonly #weekdays = new FigureView(byId('weekdays-body'));
  readonly #message = byId('patterns-message');
  readonly #body = new SectionBody(this.#message);
  #deployment: Deployment | null = null;

  readonly #onTypical: (typical: TypicalWeek) => void;

  /** `attempt` runs requests of the user and shows their failures; `onTypical` gets each typical week that has been loaded. */
  constructor(attempt: (work: () => Promise<void>) => void, onTypical: (typical: TypicalWeek) => void) {
    this.#onTypical = onTypical;
    this.#range.addEventListener('change', () => attempt(() => this.#load()));
  }

  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    await this.#load();
  }

  /** Retries after a failure. New reports change a typical week too little to reload it. */
  async refresh(): Promise<void> {
    if (this.#body.needsRetry) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, days] = [this.#deployment, this.#range.value];
    if (deployment === null) return;
    const [message, body] = [this.#message, byId('patterns-body')];
    await this.#body.load(async (isCurrent) => {
      body.hidden = true;
      // Without today, which is compared with it.
      const until = deployment.daysAgo(1);
      const range = days === '' ? { until } : { since: deployment.daysAgo(Number(days)), until };
      const [patterns, chart] = await Promise.all([
        deployment.api.get('/api/v1/patterns', range),
        deployment.api.get('/api/v1/chart', range),
      ]);
      if (!isCurrent()) return;
      const typical = new TypicalWeek(chart);
      this.#onTypical(typical);
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
