import { ChartSection } from './chart/chart-section.ts';
import { rangeText } from './chart/range.ts';
import type { Status } from './deployment/responses.ts';
import { HighlightsSection } from './highlights/highlights-section.ts';
import { ReportsSection } from './reports/reports-section.ts';
import type { PageContext } from './section-body.ts';
import type { View } from './view.ts';
import { PatternsSection } from './week/patterns-section.ts';

/** The events of the sections. */
interface SectionsEvents {
  /** Called when a typical week has been loaded. */
  readonly onTypical: () => void;
  /** Called when all of them have been loaded or refreshed, even if some have failed. */
  readonly onLoaded: () => void;
}

/** The sections below the answer: they load what a view shows, and load it again when there is news. */
export class Sections {
  readonly #context: PageContext;
  readonly #onLoaded: () => void;
  readonly #chart: ChartSection;
  readonly #patterns: PatternsSection;
  readonly #reports: ReportsSection;
  readonly #highlights: HighlightsSection;
  /** The data that they were last loaded for; null before that, and for another key. */
  #loaded: { readonly lastUpdated: string | null; readonly day: string } | null = null;

  constructor(context: PageContext, { onTypical, onLoaded }: SectionsEvents) {
    this.#context = context;
    this.#onLoaded = onLoaded;
    this.#chart = new ChartSection(context);
    this.#patterns = new PatternsSection(context, () => {
      this.#chart.draw();
      onTypical();
    });
    this.#reports = new ReportsSection(context);
    this.#highlights = new HighlightsSection(context);
  }

  get isLoaded(): boolean {
    return this.#loaded !== null;
  }

  /** Lets the next refresh load all of them, as for another key. */
  reset(): void {
    this.#loaded = null;
  }

  /** Loads what differs from an earlier view. */
  open(before: View): void {
    const { view, attempt } = this.#context;
    if (rangeText(before.range) !== rangeText(view.range)) attempt(() => this.#chart.load());
    if (before.typical !== view.typical) attempt(() => this.#patterns.load());
    if (before.highlights !== view.highlights) attempt(() => this.#highlights.open());
  }

  /** Loads all of a view anew on a new day, otherwise what has news. Returns whether it was anew; throws the first `Failure`. */
  async refresh(status: Status): Promise<boolean> {
    const { api, venue } = this.#context;
    const before = this.#loaded;
    const day = venue.today;
    const isNew = before?.day !== day;
    const hasNewReports = before?.lastUpdated !== status.last_updated;
    const outcomes = await Promise.allSettled([
      isNew ? this.#chart.show() : this.#chart.refresh(hasNewReports),
      isNew ? this.#reports.show() : this.#reports.refresh(hasNewReports),
      isNew ? this.#patterns.load() : this.#patterns.refresh(),
    ]);
    if (api !== this.#context.api) return isNew;
    // From here on, each section knows whether it must retry.
    this.#loaded = { lastUpdated: status.last_updated, day };
    this.#onLoaded();
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    // Last, because the form is detected from the chart.
    await this.#highlights.refresh(before === null);
    return isNew;
  }
}
