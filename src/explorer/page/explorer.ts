import { changeAddress, type OwnService, shareableAddress } from './address.ts';
import { AnswerSection } from './answer/answer-section.ts';
import { AutoRefresh } from './auto-refresh.ts';
import { Api } from './deployment/api.ts';
import { asFailure, type Failure } from './deployment/failure.ts';
import { KeyPanel } from './deployment/key-panel.ts';
import type { Keys } from './deployment/keys.ts';
import { Venue } from './deployment/venue.ts';
import { byId } from './element.ts';
import type { WallTime } from './local-time.ts';
import { errorBox, type PageContext, showAlert, showStale } from './section-body.ts';
import { Sections } from './sections.ts';
import type { View } from './view.ts';

/** How often the age of the estimate is updated, in milliseconds. */
const TICK = 15_000;
/** Data of this age, in milliseconds, are stale even if nothing failed: the page was not refreshed. */
const STALE_AFTER = 20 * 60_000;
const WRONG_LINK_KEY = 'The key in the link is not accepted. You see the line without it.';

/** The page: shows the venue of the service that serves it, and keeps it up to date. */
export class Explorer {
  readonly #keys: Keys;
  readonly #own: OwnService;
  readonly #venue = new Venue();
  readonly #context: { api: Api; view: View } & PageContext;
  readonly #panel: KeyPanel;
  readonly #autoRefresh: AutoRefresh;
  readonly #answer = new AnswerSection(this.#venue);
  readonly #sections: Sections;
  /** The time at the venue when its latest status arrived; null before that. */
  #asOf: WallTime | null = null;
  /** A text that stays above the line. */
  #notice = '';
  /** Requests of the last refresh, not counting the first one. */
  #cost = 1;

  constructor(keys: Keys, own: OwnService, view: View) {
    this.#keys = keys;
    this.#own = own;
    this.#context = {
      api: new Api(own, null),
      venue: this.#venue,
      view,
      choose: (change) => {
        const before = this.#context.view;
        this.#context.view = { ...before, ...change };
        changeAddress('push', this.address);
        this.#sections.open(before);
      },
      attempt: async (work) => {
        const failure = await this.#attempt(work);
        if (failure?.affectsConnection === true) this.#autoRefresh.end(failure);
      },
    };
    this.#panel = new KeyPanel(keys, own, () => this.#connect());
    this.#sections = new Sections(this.#context, {
      onTypical: () => this.#showAnswer(),
      onLoaded: () => {
        this.#showAnswer();
        // Now that a typical week is there to compare with, or has failed to load.
        this.#answer.announce();
      },
    });
    this.#autoRefresh = new AutoRefresh({
      refresh: () => this.#refresh(),
      quota: () => this.#context.api.quota,
      cost: () => this.#cost,
      isLive: () => this.#isLive,
      say: (text) => {
        byId('refresh-status').textContent = text;
      },
    });
    setInterval(() => {
      if (document.hidden) return;
      this.#showAnswer();
      if (this.#asOf !== null && Date.now() - this.#venue.receivedAt > STALE_AFTER)
        showStale({ asOf: this.#asOf });
    }, TICK);
    this.#connect();
  }

  /** The address that shows the same to others. */
  get address(): string {
    return shareableAddress(location.href, this.#context.view);
  }

  setAutoRefresh(isEnabled: boolean): void {
    this.#autoRefresh.setEnabled(isEnabled);
  }

  /** Shows another view, with a key that has come with it if there is one. */
  visit(view: View, hasKey: boolean): void {
    const before = this.#context.view;
    this.#context.view = view;
    if (hasKey) this.#connect();
    else this.#sections.open(before);
  }

  /** Loads everything with the key that is saved now. */
  #connect(): void {
    const api = new Api(this.#own, this.#keys.current?.key ?? null);
    this.#context.api = api;
    this.#sections.reset();
    this.#notice = '';
    showAlert('');
    showSections(api.canRead);
    this.#panel.reset();
    for (const part of document.querySelectorAll<HTMLElement>('[data-needs-key]'))
      part.hidden = api.isVisitor;
    void this.#autoRefresh.refreshNow();
  }

  /** True if the page is a visitor's, and people may report now. */
  get #isLive(): boolean {
    const isOpen = this.#venue.status?.hours.is_open === true;
    return this.#context.api.isVisitor && this.#own.reportPage !== null && isOpen;
  }

  /** Updates the estimate, and every other section that has new data. */
  #refresh(): Promise<Failure | null> {
    let isUpdated = false;
    const work = async () => {
      const { api } = this.#context;
      const count = api.requestCount;
      const status = await api.get('/api/v1/status');
      if (api !== this.#context.api) return;
      isUpdated = true;
      this.#venue.noteStatus(status, api.ahead);
      this.#asOf = this.#venue.now.wall;
      showSections(true);
      showStale();
      this.#showAnswer();
      const isNew = await this.#sections.refresh(status);
      if (!isNew) this.#cost = api.requestCount - count;
    };
    return this.#attempt(work, () => !isUpdated);
  }

  /**
   * Runs `work`; shows and returns the failure, if any. One with an earlier key is dropped. `isStatusMissing` is whether the estimate
   * could not be updated.
   */
  async #attempt(
    work: () => Promise<void>,
    isStatusMissing: () => boolean = () => false,
  ): Promise<Failure | null> {
    const { api } = this.#context;
    try {
      await work();
      if (api === this.#context.api) showAlert(this.#notice);
      return null;
    } catch (error) {
      const failure = asFailure(error);
      if (api !== this.#context.api) return null;
      const { kind } = failure;
      // On a public page, a link with a wrong key leads to what others see.
      if (kind === 'unauthorized' && this.#own.publicPath !== null && this.#keys.current?.place === 'link') {
        this.#keys.forget('link');
        this.#connect();
        this.#notice = WRONG_LINK_KEY;
        return null;
      }
      this.#showFailure(failure, failure.affectsConnection || isStatusMissing());
      return failure;
    }
  }

  /** Other failures than those by which all is stale concern one section or one request. */
  #showFailure(failure: Failure, isStale: boolean): void {
    const { kind } = failure;
    if (isStale) showStale({ asOf: this.#asOf });
    showAlert(kind === 'no-key' ? '' : errorBox(failure, isStale ? this.#asOf : null));
    if (kind !== 'no-key' && kind !== 'unauthorized') return;
    showSections(false);
    this.#panel.toggle(true, kind === 'no-key' ? 'Enter an API key to see the line.' : '');
    if (kind === 'unauthorized') this.#panel.focusKey();
  }

  #showAnswer(): void {
    this.#answer.show(!this.#sections.isLoaded);
    byId('report-link').hidden = !this.#isLive || this.#own.reportPage !== 'open';
  }
}

/** Shows the sections, or hides them all while the page has nothing to show. */
function showSections(isShown: boolean): void {
  document.body.toggleAttribute('data-live', isShown);
}
