import type { Deployment } from './deployment.ts';
import { byId, element } from './element.ts';
import { PictureFrame } from './figure.ts';
import { heatMap } from './heat-map.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { Place } from './section-body.ts';

/** A typical week: by hour, by weekday, and both together. */
export class TypicalSection {
  readonly #range = byId<HTMLSelectElement>('typical-range');
  readonly #hours = new PictureFrame(byId('hours-body'));
  readonly #weekdays = new PictureFrame(byId('weekdays-body'));
  readonly #trouble = byId('typical-trouble');
  readonly #place = new Place(this.#trouble);
  #deployment: Deployment | null = null;

  constructor(attempt: (work: () => Promise<void>) => void) {
    this.#range.addEventListener('change', () => attempt(() => this.#load()));
  }

  async show(deployment: Deployment): Promise<void> {
    this.#deployment = deployment;
    await this.#load();
  }

  /** Asks again where the last attempt failed; a typical week is not made anew for each report. */
  async follow(): Promise<void> {
    if (this.#place.isOwed) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, days] = [this.#deployment, this.#range.value];
    if (deployment === null) return;
    const [trouble, body] = [this.#trouble, byId('typical-body')];
    await this.#place.fill(async (isCurrent) => {
      body.hidden = true;
      const until = deployment.today;
      const range = days === '' ? { until } : { since: deployment.daysAgo(Number(days) - 1), until };
      const [patterns, chart] = await Promise.all([
        deployment.api.get('/api/v1/patterns', days === '' ? {} : range),
        deployment.api.get('/api/v1/chart', range),
      ]);
      if (!isCurrent()) return;
      const now = new Date(deployment.wallTime());
      if (chart.scatter.length === 0 && patterns.by_hour.every(({ report_count }) => report_count === 0)) {
        trouble.replaceChildren(
          element('p', { class: 'empty' }, 'No reports in this time, so nothing is typical yet.'),
        );
        return;
      }
      const hours = hoursChart(patterns, now.getUTCHours());
      const weekdays = weekdaysChart(patterns, (now.getUTCDay() + 6) % 7);
      this.#hours.show(hours);
      this.#weekdays.show(weekdays);
      byId('hours-now').hidden = !hours.hasCurrent;
      byId('weekdays-now').hidden = !weekdays.hasCurrent;
      byId('heat-body').replaceChildren(heatMap(chart, patterns));
      trouble.replaceChildren();
      body.hidden = false;
    });
  }
}
