import type { Deployment } from '../deployment/deployment.ts';
import type { Patterns } from '../deployment/responses.ts';
import { byId, element } from '../element.ts';
import { FigureView } from '../figure/figure.ts';
import { weekdayOf } from '../local-time.ts';
import { SectionBody } from '../section-body.ts';
import { FIRST_VIEW, type WeekdayHour, type WeekView, WINDOWS } from '../view.ts';
import { HeatMap, heatLegend } from './heat-map.ts';
import { type HourRow, hourRows } from './hour-rows.ts';
import { hoursChart, weekdaysChart } from './patterns-chart.ts';
import { periodText } from './period-text.ts';
import { TypicalWeek } from './typical-week.ts';
import { type Period, type ReportsByDate, reportsByDate, weekdayOverWeeks } from './weekday-over-weeks.ts';
import { type WeekdayOverWeeks, WeekdayPanel } from './weekday-panel.ts';

/** What the section reports. */
export interface PatternsEvents {
  /** Gets each typical week that has been loaded. */
  readonly onTypical: (typical: TypicalWeek) => void;
  /** Gets what the user chose to see. */
  readonly onView: (view: WeekView) => void;
  /** Gets the date that the user wants to see in the chart. */
  readonly onDay: (date: string) => void;
}

interface Shown {
  readonly patterns: Patterns;
  readonly reports: ReportsByDate;
  readonly typical: TypicalWeek;
  readonly rows: readonly HourRow[];
  readonly period: Period;
  readonly heatMap: HeatMap;
}

/** A typical week: by hour, by weekday, and by both; and a weekday over the weeks. */
export class PatternsSection {
  readonly #range = byId<HTMLSelectElement>('patterns-range');
  readonly #hours = new FigureView(byId('hours-body'));
  readonly #weekdays = new FigureView(byId('weekdays-body'));
  readonly #message = byId('patterns-message');
  readonly #body = new SectionBody(this.#message);
  readonly #panel: WeekdayPanel;
  readonly #attempt: (work: () => Promise<void>) => void;
  readonly #events: PatternsEvents;
  #deployment: Deployment | null = null;
  #view = FIRST_VIEW.week;
  #shown: Shown | null = null;

  /** `attempt` runs requests of the user and shows their failures. */
  constructor(attempt: (work: () => Promise<void>) => void, events: PatternsEvents) {
    this.#attempt = attempt;
    this.#events = events;
    this.#panel = new WeekdayPanel(events.onDay, () => this.#close());
    this.#range.addEventListener('change', () => {
      const window = WINDOWS.find((days) => days === this.#range.value) ?? this.#view.window;
      this.#change({ window });
    });
  }

  /** Shows a skeleton until the next deployment is loaded. */
  reset(): void {
    this.#shown = null;
    this.#panel.show(null);
    byId('patterns-body').hidden = false;
    this.#message.replaceChildren(element('p', { class: 'hint' }, '…'));
    this.#body.reset();
  }

  /** Shows the typical week of a deployment, in a view. */
  async show(deployment: Deployment, view: WeekView): Promise<void> {
    this.#deployment = deployment;
    this.#view = view;
    await this.#load();
  }

  /** Changes the view; makes requests only for another window. */
  open(view: WeekView): void {
    const [before, hadFocus] = [this.#view, this.#panel.hasFocus];
    this.#view = view;
    if (before.window !== view.window) this.#attempt(() => this.#load());
    else this.#showOpened();
    // Back closes the panel, too.
    if (hadFocus && view.opened === null && before.opened !== null) this.#shown?.heatMap.focus(before.opened);
  }

  /** Retries after a failure, and marks the current hour. New reports change a typical week too little to reload it. */
  async refresh(): Promise<void> {
    this.#markNow();
    if (this.#body.needsRetry) await this.#load();
  }

  async #load(): Promise<void> {
    const [deployment, { window }] = [this.#deployment, this.#view];
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
        const reports = reportsByDate(chart);
        const first = [...reports.keys()].toSorted()[0];
        const period = { since: range.since ?? first ?? until, until };
        this.#events.onTypical(typical);
        this.#message.replaceChildren(
          element('p', { class: 'hint' }, periodText(typical, period, deployment.today)),
        );
        const isEmpty =
          chart.scatter.length === 0 && patterns.by_hour.every(({ report_count }) => report_count === 0);
        byId('patterns-body').hidden = isEmpty;
        if (isEmpty) this.#shown = null;
        else this.#draw(patterns, reports, typical, period);
      },
      { content: window, clock: () => deployment.wallTime() },
    );
  }

  #draw(patterns: Patterns, reports: ReportsByDate, typical: TypicalWeek, period: Period): void {
    const rows = hourRows(patterns, typical);
    const heatMap = new HeatMap(typical, rows, this.#now, (opened) => {
      this.#change({ opened });
      this.#panel.focus();
    });
    this.#shown = { patterns, reports, typical, rows, period, heatMap };
    this.#markNow();
    byId('heat-map-body').replaceChildren(heatMap.table);
    byId('heat-map-legend').replaceChildren(...heatLegend(typical.highest));
    this.#showOpened();
  }

  #markNow(): void {
    if (this.#shown === null) return;
    const { patterns, rows, heatMap } = this.#shown;
    const now = this.#now;
    heatMap.markNow(now);
    this.#hours.show(hoursChart(patterns, rows, now.hour));
    this.#weekdays.show(weekdaysChart(patterns, now.weekday));
  }

  /** The current hour at the venue; only the day where a closed venue replays another one, at an unknown time. */
  get #now(): WeekdayHour {
    const [deployment, replayed] = [this.#deployment, this.#deployment?.replayedDay ?? null];
    const time = replayed ?? deployment?.wallTime() ?? 0;
    return { weekday: weekdayOf(time), hour: replayed === null ? new Date(time).getUTCHours() : null };
  }

  #showOpened(): void {
    const [shown, { opened }] = [this.#shown, this.#view];
    if (shown === null) return;
    shown.heatMap.markOpened(opened);
    this.#panel.show(opened === null ? null : panelOf(opened, shown));
  }

  #close(): void {
    const { opened } = this.#view;
    this.#change({ opened: null });
    if (opened !== null) this.#shown?.heatMap.focus(opened);
  }

  #change(change: Partial<WeekView>): void {
    this.open({ ...this.#view, ...change });
    this.#events.onView(this.#view);
  }
}

function panelOf(opened: WeekdayHour, { reports, typical, rows, period }: Shown): WeekdayOverWeeks {
  const days = weekdayOverWeeks(reports, opened.weekday, period);
  // In the order of a date, which begins at midnight.
  const hours = rows.flatMap((row) => (row.kind === 'hour' ? [row.hour] : [])).toSorted((a, b) => a - b);
  const has = (hour: number) => hour === opened.hour || typical.hour(opened.weekday, hour) !== null;
  const [first, last] = [hours.findIndex(has), hours.findLastIndex(has)];
  return { opened, days, typical, hours: hours.slice(Math.max(0, first), last + 1) };
}
