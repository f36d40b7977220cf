import type { Patterns } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { FigureView } from '../figure/figure.ts';
import { hourName, hourOf, type WallTime, WEEKDAYS, weekdayOf } from '../local-time.ts';
import { type PageContext, SectionBody } from '../section-body.ts';
import { WINDOWS } from '../view.ts';
import { hourOfWeekday, pluralize } from '../words.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { hourRows, LEAST_REPORTS, periodText, TypicalWeek } from './typical-week.ts';

/** The number of color steps: `heat-1` to `heat-6` in week.css. */
const STEPS = 6;

/** A typical week: by hour, by weekday, and by both. */
export class PatternsSection {
  readonly #context: PageContext;
  readonly #range = byId<HTMLSelectElement>('patterns-range');
  readonly #hours = new FigureView(byId('hours-body'));
  readonly #weekdays = new FigureView(byId('weekdays-body'));
  readonly #message = byId('patterns-message');
  readonly #body: SectionBody;
  readonly #onTypical: () => void;
  #shown: {
    readonly patterns: Patterns;
    readonly typical: TypicalWeek;
    readonly hours: readonly number[];
  } | null = null;

  /** `onTypical` is called when a typical week has been loaded. */
  constructor(context: PageContext, onTypical: () => void) {
    this.#context = context;
    this.#body = new SectionBody(this.#message, context);
    this.#onTypical = onTypical;
    this.#range.addEventListener('change', () => {
      const typical = WINDOWS.find((days) => days === this.#range.value);
      if (typical !== undefined) context.choose({ typical });
    });
  }

  /** Retries after a failure, and marks the current hour. New reports change a typical week too little to reload it. */
  async refresh(): Promise<void> {
    this.#markNow();
    if (this.#body.needsRetry) await this.load();
  }

  /** Loads the typical week of the view. */
  async load(): Promise<void> {
    const { api, venue, view } = this.#context;
    const window = view.typical;
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
      this.#shown = isEmpty ? null : { patterns, typical, hours: hourRows(patterns, typical) };
      this.#markNow();
      byId('heat-highest').textContent = `${peopleText(typical.highest)} on average`;
    }, window);
  }

  /** Draws the week, with the current hour. */
  #markNow(): void {
    if (this.#shown === null) return;
    const { patterns, hours, typical } = this.#shown;
    const now = this.#context.venue.now.wall;
    byId('heat-map-body').replaceChildren(heatMap(typical, hours, now));
    this.#hours.show(hoursChart(patterns, hours, hourOf(now)));
    this.#weekdays.show(weekdaysChart(patterns, weekdayOf(now)));
  }
}

/** A typical week as a table by hour and weekday, which marks the current hour. */
function heatMap(typical: TypicalWeek, hours: readonly number[], now: WallTime): HTMLElement {
  const cell = (weekday: number, hour: number) => {
    const found = typical.hour(weekday, hour);
    const isNow = weekday === weekdayOf(now) && hour === hourOf(now);
    const current = { 'aria-current': isNow && 'time' };
    if (found === null) return element('td', current, element('span.visually-hidden', 'none'));
    const { value, reports } = found;
    const step = Math.min(STEPS, Math.max(1, Math.ceil((value / Math.max(1, typical.highest)) * STEPS)));
    const name = `heat-${step}${reports < LEAST_REPORTS ? ' heat-few' : ''}`;
    const average = `${peopleText(value)} on average, ${pluralize(reports, 'report')}`;
    const title = `${hourOfWeekday(weekday, hour)}: ${average}`;
    return element('td', { class: name, title, ...current }, Math.round(value));
  };
  const row = (hour: number) => {
    const name = element('th', { scope: 'row' }, hourName(hour));
    return element('tr', name, ...WEEKDAYS.map((_, weekday) => cell(weekday, hour)));
  };
  const head = WEEKDAYS.map((name) => element('th', { scope: 'col' }, name.slice(0, 3)));
  return element(
    'table.heat-map',
    { 'aria-label': 'Average people by hour and weekday' },
    element('thead', element('tr', element('td'), ...head)),
    element('tbody', ...hours.map(row)),
  );
}

/** People in whole numbers, as in the cells. */
function peopleText(value: number): string {
  return pluralize(Math.round(value), 'person', 'people');
}
