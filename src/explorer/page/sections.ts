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
  /** Gets what the user chose to see. */
  readonly onView: (change: Partial<View>) => void;
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

  constructor(context: PageContext, { onTypical, onView, onLoaded }: SectionsEvents) {
    this.#context = context;
    this.#onLoaded = onLoaded;
    this.#chart = new ChartSection(context, (range) => onView({ range }));
    this.#patterns = new PatternsSection(
      context,
      () => {
        this.#chart.draw();
        onTypical();
      },
      (typical) => onView({ typical }),
    );
    this.#reports = new ReportsSection(context);
    this.#highlights = new HighlightsSection(context, (highlights) => onView({ highlights }));
  }

  get isLoaded(): boolean {
    return this.#loaded !== null;
  }

  /** Lets the next refresh load all of them, as for another key. */
  reset(): void {
    this.#loaded = null;
  }

  /** Loads what differs between two views. */
  open(before: View, { range, typical, highlights }: View): void {
    if (rangeText(before.range) !== rangeText(range)) this.#chart.open(range);
    if (before.typical !== typical) this.#patterns.open(typical);
    if (before.highlights !== highlights) this.#highlights.open(highlights);
  }

  /** Loads all of a view anew on a new day, otherwise what has news. Returns whether it was anew; throws the first `Failure`. */
  async refresh(status: Status, { range, typical, highlights }: View): Promise<boolean> {
    const { api, venue } = this.#context;
    const before = this.#loaded;
    const day = venue.today;
    const isNew = before?.day !== day;
    const hasNewReports = before?.lastUpdated !== status.last_updated;
    const outcomes = await Promise.allSettled([
      isNew ? this.#chart.show(range) : this.#chart.refresh(hasNewReports),
      isNew ? this.#reports.show() : this.#reports.refresh(hasNewReports),
      isNew ? this.#patterns.show(typical) : this.#patterns.refresh(),
    ]);
    if (api !== this.#context.api) return isNew;
    // From here on, each section knows whether it must retry.
    this.#loaded = { lastUpdated: status.last_updated, day };
    this.#onLoaded();
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    // Last, because the form is detected from the chart.
    await this.#highlights.refresh(highlights, before === null);
    return isNew;
  }
}
