import {
  changeAddress,
  documentationUrl,
  type OwnService,
  type PageAddress,
  shareableAddress,
} from './address.ts';
import { AnswerSection } from './answer/answer-section.ts';
import { AutoRefresh, scheduleText } from './auto-refresh.ts';
import { ChartSection } from './chart/chart-section.ts';
import { Api } from './deployment/api.ts';
import { ConnectionPanel } from './deployment/connection-panel.ts';
import { Deployment } from './deployment/deployment.ts';
import { asFailure, type Failure } from './deployment/failure.ts';
import type { Keys } from './deployment/keys.ts';
import type { Status } from './deployment/responses.ts';
import { byId } from './element.ts';
import { HighlightsSection } from './highlights/highlights-section.ts';
import { clock, type WallTime } from './local-time.ts';
import { FeedSection } from './reports/feed-section.ts';
import { errorBox } from './section-body.ts';
import { FIRST_VIEW, type View } from './view.ts';
import { PatternsSection } from './week/patterns-section.ts';
import type { TypicalWeek } from './week/typical-week.ts';

/** How often the age of the estimate is updated, in milliseconds. */
const TICK = 15_000;
/** Data of this age, in milliseconds, are stale even if nothing failed: the page was not refreshed. */
const STALE_AFTER = 20 * 60_000;
const WRONG_LINK_KEY = 'The key in the link is not accepted. You see the line without it.';
const SECTIONS = ['status', 'chart', 'patterns', 'reports', 'refresh'] as const;

/** The page: shows one deployment at a time and keeps it up to date. */
export class Explorer {
  readonly #keys: Keys;
  readonly #own: OwnService;
  readonly #panel: ConnectionPanel;
  readonly #autoRefresh: AutoRefresh;
  readonly #run = (work: () => Promise<void>): void => void this.#runForUser(work);
  readonly #answer = new AnswerSection();
  readonly #chart = new ChartSection(this.#run, (range) => this.#noteView({ range }));
  readonly #patterns = new PatternsSection(this.#run, {
    onTypical: (typical) => this.#showTypical(typical),
    onWindow: (typical) => this.#noteView({ typical }),
  });
  readonly #feed = new FeedSection(this.#run);
  readonly #highlights = new HighlightsSection(this.#run, (highlights) => this.#noteView({ highlights }));
  #view = FIRST_VIEW;
  #deployment: Deployment | null = null;
  /** The deployment that the sections show. */
  #shown: Deployment | null = null;
  /** The data that the sections were last loaded for; null before that. */
  #loaded: { readonly lastUpdated: string | null; readonly day: string } | null = null;
  #typical: TypicalWeek | null = null;
  /** When the estimate was received, by this machine's clock and the venue's; null before that. */
  #updated: { readonly received: number; readonly asOf: WallTime } | null = null;
  /** How many failures were shown. */
  #failures = 0;
  /** What stays above the line. */
  #notice = '';
  /** Requests of the last refresh, not counting the first one. */
  #cost = 1;

  constructor(keys: Keys, own: OwnService) {
    this.#keys = keys;
    this.#own = own;
    // Not in the page, which the documentation site has, too.
    if (own.reportPage === 'open') byId('report-page').setAttribute('href', 'report');
    this.#panel = new ConnectionPanel(keys, own, ({ baseUrl, choice }) =>
      this.#connect(baseUrl, { ...this.#view, form: choice }, 'push'),
    );
    this.#autoRefresh = new AutoRefresh({
      refresh: () => this.#refresh(),
      quota: () => this.#deployment?.api.quota ?? null,
      cost: () => this.#cost,
      isLive: () => this.#isLive,
      onSchedule: (schedule) => {
        byId('refresh-status').textContent = scheduleText(schedule, this.#deployment?.api.quota ?? null);
      },
    });
    setInterval(() => {
      if (document.hidden) return;
      this.#showAnswer();
      if (this.#updated !== null && Date.now() - this.#updated.received > STALE_AFTER) this.#showStale(true);
    }, TICK);
  }

  /** The address that shows the same to others. */
  get address(): string {
    const baseUrl = this.#deployment?.api.baseUrl ?? '';
    return shareableAddress(location.href, baseUrl, this.#view);
  }

  /** Shows what the address bar asks for. */
  visit({ baseUrl, key, invalidBase, view }: PageAddress): void {
    const isConnected = key === null && invalidBase === null && baseUrl === this.#deployment?.api.baseUrl;
    if (isConnected && view.form === this.#view.form) this.#open(view);
    else this.#connect(baseUrl, view, 'replace');
    if (invalidBase !== null) this.#panel.rejectBaseUrl(invalidBase);
  }

  /** Shows a deployment, with the key that is saved for it. */
  #connect(baseUrl: string, view: View, how: 'push' | 'replace'): void {
    const [key, choice] = [this.#keys.get(baseUrl), view.form];
    const own = this.#own.baseUrl === baseUrl ? this.#own : null;
    const api = new Api(baseUrl, key, own?.publicPath ?? null);
    this.#deployment = new Deployment(api, choice);
    this.#view = view;
    this.#loaded = null;
    this.#updated = null;
    this.#showTypical(null);
    changeAddress(how, this.address);
    this.#panel.show({ baseUrl, choice });
    this.#panel.toggle(false);
    this.#answer.setVenue(own?.venueName ?? null);
    this.#showSkeletons(api.canRead);
    this.#notice = '';
    showAlert('');
    byId('documentation').setAttribute('href', documentationUrl(location.href, baseUrl));
    for (const link of document.querySelectorAll<HTMLElement>('[data-page]')) {
      link.setAttribute('href', documentationUrl(location.href, baseUrl, link.dataset['page']));
    }
    for (const part of document.querySelectorAll<HTMLElement>('[data-needs-key]'))
      part.hidden = api.isVisitor;
    for (const link of document.querySelectorAll<HTMLElement>(':is(header, footer) [data-account]'))
      link.hidden = own?.hasAccountPage !== true;
    byId('contract').setAttribute('href', `${baseUrl}/openapi.yaml`);
    void this.#autoRefresh.refreshNow();
  }

  /** Changes the view without a request, unless it needs other data. */
  #open(view: View): void {
    const before = this.#view;
    this.#view = view;
    // Sections of another deployment get the view with this one.
    if (this.#shown !== this.#deployment) return;
    if (!isSame(before.range, view.range)) this.#chart.open(view.range);
    if (before.typical !== view.typical) this.#patterns.open(view.typical);
    if (before.highlights !== view.highlights) this.#highlights.open(view.highlights);
  }

  /** Puts a change that the user made into the address and the history. */
  #noteView(change: Partial<View>): void {
    const view = { ...this.#view, ...change };
    if (isSame(view, this.#view)) return;
    this.#view = view;
    changeAddress('push', this.address);
  }

  /** Whether the page shows its own service to a visitor, and people may report there now. */
  get #isLive(): boolean {
    const { api, status } = this.#deployment ?? {};
    return api?.isVisitor === true && this.#own.reportPage !== null && status?.hours.is_open === true;
  }

  setAutoRefresh(isEnabled: boolean): void {
    this.#autoRefresh.setEnabled(isEnabled);
  }

  /** Updates the estimate, and every other section that has new data. */
  #refresh(): Promise<Failure | null> {
    let isUpdated = false;
    const work = async () => {
      const deployment = this.#deployment;
      if (deployment === null) return;
      const status = await deployment.fetchStatus();
      if (deployment !== this.#deployment) return;
      isUpdated = true;
      this.#updated = { received: Date.now(), asOf: deployment.wallTime() };
      this.#panel.settle();
      this.#showSections(true);
      this.#showStale(false);
      this.#showAnswer();
      await this.#refreshSections(deployment, status);
    };
    return this.#attempt(work, () => !isUpdated);
  }

  async #refreshSections(deployment: Deployment, status: Status): Promise<void> {
    const before = this.#loaded;
    const isNew = before === null || before.day !== deployment.today;
    const hasNewReports = before?.lastUpdated !== status.last_updated;
    const count = deployment.api.requestCount - 1;
    if (isNew) this.#shown = deployment;
    const { range, typical } = this.#view;
    const day = deployment.today;
    const outcomes = await Promise.allSettled(
      isNew
        ? [
            this.#chart.show(deployment, range),
            this.#feed.show(deployment),
            this.#patterns.show(deployment, typical),
          ]
        : [this.#chart.refresh(hasNewReports), this.#feed.refresh(hasNewReports), this.#patterns.refresh()],
    );
    if (deployment !== this.#deployment) return;
    // The chart of today has shown that a closed venue replays another day, whose typical week ends before that.
    if (isNew && deployment.today !== day)
      outcomes.push(...(await Promise.allSettled([this.#patterns.show(deployment, this.#view.typical)])));
    // From here on, each section knows whether it must retry.
    this.#loaded = { lastUpdated: status.last_updated, day: deployment.today };
    this.#showAnswer();
    // Now that a typical week is there to compare with, or has failed to load.
    this.#answer.announce(deployment, this.#typical);
    this.#panel.showName(deployment.api.baseUrl, deployment.form);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    // Last, because the form is detected from the chart.
    await this.#highlights.refresh(deployment, this.#view.highlights);
    if (!isNew) this.#cost = deployment.api.requestCount - count;
  }

  /** Runs a request of the user. */
  async #runForUser(work: () => Promise<void>): Promise<void> {
    const failure = await this.#attempt(work);
    if (failure?.affectsConnection === true) this.#autoRefresh.noteFailure(failure);
  }

  /**
   * Runs `work`; shows and returns the failure, if any. One of a deployment that the page no longer shows is dropped. `isStatusMissing`
   * is whether the estimate could not be updated.
   */
  async #attempt(
    work: () => Promise<void>,
    isStatusMissing: () => boolean = () => false,
  ): Promise<Failure | null> {
    const [deployment, failures] = [this.#deployment, this.#failures];
    try {
      await work();
      // What failed in the meantime still has to be loaded.
      if (deployment === this.#deployment && failures === this.#failures) showAlert(this.#notice);
      return null;
    } catch (error) {
      const failure = asFailure(error);
      if (deployment !== this.#deployment || this.#goOnWithoutLinkKey(failure)) return null;
      this.#showFailure(failure, isStatusMissing());
      return failure;
    }
  }

  /** On a public page, a link with a wrong key leads to what others see. */
  #goOnWithoutLinkKey({ kind }: Failure): boolean {
    const baseUrl = this.#deployment?.api.baseUrl;
    if (kind !== 'unauthorized' || this.#own.publicPath === null || baseUrl !== this.#own.baseUrl)
      return false;
    if (this.#keys.placeOf(baseUrl) !== 'link') return false;
    this.#keys.forgetLink(baseUrl);
    this.#connect(baseUrl, this.#view, 'replace');
    this.#notice = WRONG_LINK_KEY;
    return true;
  }

  #showFailure(failure: Failure, isStatusMissing: boolean): void {
    this.#failures += 1;
    const needsKey = failure.kind === 'no-key' || failure.kind === 'unauthorized';
    // Other failures concern one section or one request.
    const isStale = failure.affectsConnection || isStatusMissing;
    if (isStale) this.#showStale(true);
    const box = errorBox(failure, isStale ? (this.#updated?.asOf ?? null) : null);
    showAlert(failure.kind === 'no-key' ? '' : box);
    const isBaseUrlWrong = [
      'unreachable',
      'cross-origin',
      'mixed-content',
      'not-the-api',
      'not-found',
    ].includes(failure.kind);
    const isUseless = isBaseUrlWrong && this.#loaded === null;
    if (needsKey || isUseless) this.#showSections(false);
    // Visitors of a public page have nothing to enter.
    if (needsKey || (isUseless && this.#deployment?.api.isVisitor === false)) {
      this.#panel.demand(failure.kind === 'no-key' ? 'Enter an API key to see the line.' : '');
    }
    if (failure.kind === 'unauthorized') this.#panel.focusKey();
  }

  /** Before the first data: the sections with their final size, unless there will be none. */
  #showSkeletons(isShown: boolean): void {
    for (const section of [this.#answer, this.#chart, this.#patterns, this.#feed, this.#highlights])
      section.reset();
    this.#showStale(false);
    this.#showSections(isShown);
  }

  #showSections(isShown: boolean): void {
    for (const id of SECTIONS) byId(id).hidden = !isShown;
    if (!isShown) byId('highlights').hidden = true;
    document.body.toggleAttribute('data-live', isShown);
  }

  /** Greys data that are no longer current, and says of when they are. */
  #showStale(isStale: boolean): void {
    document.body.toggleAttribute('data-stale', isStale);
    if (isStale && this.#updated !== null)
      byId('status').dataset['asOf'] = `as of ${clock(this.#updated.asOf)}`;
    else delete byId('status').dataset['asOf'];
  }

  #showAnswer(): void {
    if (this.#deployment === null) return;
    this.#answer.show(this.#deployment, this.#typical, this.#loaded === null);
    byId('report-link').hidden = !this.#isLive || this.#own.reportPage !== 'open';
  }

  #showTypical(typical: TypicalWeek | null): void {
    this.#typical = typical;
    this.#chart.showTypical(typical);
    this.#showAnswer();
  }
}

/** Replaces the alert only when it changes, since screen readers read a replaced one again. */
function showAlert(content: string | HTMLElement): void {
  const text = typeof content === 'string' ? content : content.textContent;
  if (byId('error').textContent !== text) byId('error').replaceChildren(content);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
