import { documentationOf, shownAddress } from './address.ts';
import { Api } from './api.ts';
import { Live, type Plan } from './auto-refresh.ts';
import { ChartSection } from './chart-section.ts';
import { type Connection, ConnectionPanel } from './connection-panel.ts';
import { Deployment } from './deployment.ts';
import { byId } from './element.ts';
import { type Failure, failureOf } from './failure.ts';
import { FeedSection } from './feed-section.ts';
import { HighlightsSection } from './highlights-section.ts';
import type { Keys } from './keys.ts';
import { duration, offsetName } from './local-time.ts';
import { TypicalSection } from './patterns-section.ts';
import { countOf } from './plot.ts';
import type { Status } from './responses.ts';
import { troubleBox } from './section-body.ts';
import { nowSentence, nowView } from './status-view.ts';

/** How often the age of the number is written anew, in milliseconds. */
const TICK = 15_000;
const SECTIONS = ['now', 'chart', 'typical', 'reports', 'updating'] as const;

/** The page: shows one deployment at a time, and keeps it up to date. */
export class Explorer {
  readonly #keys: Keys;
  readonly #panel: ConnectionPanel;
  readonly #live: Live;
  readonly #attempt = (work: () => Promise<void>): void => void this.#do(work);
  readonly #chart = new ChartSection(this.#attempt);
  readonly #typical = new TypicalSection(this.#attempt);
  readonly #feed = new FeedSection(this.#attempt);
  readonly #highlights = new HighlightsSection(this.#attempt);
  #deployment: Deployment | null = null;
  /** What the sections show: the news and the day they were filled with; null before they are. */
  #filled: { readonly news: string | null; readonly day: string } | null = null;
  #announced = '';
  /** Requests of the last look that followed another. */
  #cost = 1;

  constructor(keys: Keys) {
    this.#keys = keys;
    this.#panel = new ConnectionPanel(keys, (connection) => this.connect(connection));
    this.#live = new Live({
      look: () => this.#look(),
      quota: () => this.#deployment?.api.quota ?? null,
      cost: () => this.#cost,
      tell: (plan) => this.#tellPlan(plan),
    });
    setInterval(() => {
      if (!document.hidden) this.#showNow();
    }, TICK);
  }

  /** Shows a deployment, with the key that is kept for it. */
  connect({ baseUrl, choice }: Connection): void {
    const key = this.#keys.of(baseUrl);
    this.#deployment = new Deployment(new Api(baseUrl, key), choice);
    this.#filled = null;
    history.replaceState(null, '', shownAddress(location.href, baseUrl));
    this.#panel.show({ baseUrl, choice });
    this.#panel.open(false);
    this.#reveal(false);
    byId('trouble').replaceChildren();
    byId('documentation').setAttribute('href', documentationOf(location.href, baseUrl));
    byId('contract').setAttribute('href', `${baseUrl}/openapi.yaml`);
    void this.#live.now();
  }

  /** Tells that the address bar asked for a deployment that cannot be one. */
  refuse(base: string): void {
    this.#panel.refuse(base);
  }

  turnLive(isOn: boolean): void {
    this.#live.turn(isOn);
  }

  /** One look at the line, and at everything else where there is news. */
  #look(): Promise<Failure | null> {
    return this.#try(async () => {
      const deployment = this.#deployment;
      if (deployment === null) return;
      const status = await deployment.look();
      if (deployment !== this.#deployment) return;
      this.#reveal(true);
      this.#showNow();
      this.#announce(status);
      await this.#fillSections(deployment, status);
    });
  }

  async #fillSections(deployment: Deployment, status: Status): Promise<void> {
    const before = this.#filled;
    const isNew = before === null || before.day !== deployment.today;
    const hasNews = before?.news !== status.last_updated;
    const count = deployment.api.count - 1;
    const outcomes = await Promise.allSettled(
      isNew
        ? [this.#chart.show(deployment), this.#feed.show(deployment), this.#typical.show(deployment)]
        : [this.#chart.follow(hasNews), this.#feed.follow(hasNews), this.#typical.follow()],
    );
    if (deployment !== this.#deployment) return;
    // From here on each section knows by itself whether it is still to be filled.
    this.#filled = { news: status.last_updated, day: deployment.today };
    this.#panel.name(deployment.api.baseUrl, deployment.form);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    // Last, because only a chart tells the form.
    await this.#highlights.follow(deployment);
    if (!isNew) this.#cost = deployment.api.count - count;
  }

  /** Does what the person at the page asked for. */
  async #do(work: () => Promise<void>): Promise<void> {
    const failure = await this.#try(work);
    if (failure?.isOfConnection === true) this.#live.failed(failure);
  }

  /** Runs something that may fail, and tells people when it does. Answers the failure. */
  async #try(work: () => Promise<void>): Promise<Failure | null> {
    const deployment = this.#deployment;
    try {
      await work();
      if (deployment === this.#deployment) byId('trouble').replaceChildren();
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (deployment === this.#deployment) this.#tellFailure(failure);
      return failure;
    }
  }

  #tellFailure(failure: Failure): void {
    const wantsKey = failure.kind === 'no-key' || failure.kind === 'unauthorized';
    const box = troubleBox(failure);
    // Told once: an alert that stays the same is not read out again at each attempt.
    if (failure.kind === 'no-key') byId('trouble').replaceChildren();
    else if (byId('trouble').textContent !== box.textContent) byId('trouble').replaceChildren(box);
    if (wantsKey) this.#reveal(false);
    const isOfAddress = ['unreachable', 'cross-origin', 'mixed-content', 'not-the-api', 'not-found'].includes(
      failure.kind,
    );
    if (wantsKey || (isOfAddress && this.#filled === null)) {
      this.#panel.open(true, failure.kind === 'no-key' ? 'A key is needed to read the line.' : '');
    }
    if (failure.kind === 'unauthorized') this.#panel.askForKey();
  }

  #reveal(isShown: boolean): void {
    for (const id of SECTIONS) byId(id).hidden = !isShown;
    if (!isShown) byId('highlights').hidden = true;
  }

  #showNow(): void {
    const [deployment, status] = [this.#deployment, this.#deployment?.status ?? null];
    if (deployment === null || status === null) return;
    byId('now-body').replaceChildren(nowView(status, deployment.wallTime()));
    const { offset } = deployment;
    byId('zone').textContent =
      offset === null
        ? "Times are the line's own local time."
        : `Times are the line's own local time, ${offsetName(offset)}.`;
    const count =
      status.has_estimate && status.estimate_value !== null
        ? `${Math.round(status.estimate_value)} in line`
        : 'The line now';
    document.title = `${count} · Queue Headcount`;
  }

  /** Told to screen readers when the range or the opening changes, not at each small step of the number. */
  #announce(status: Status): void {
    const worth = `${status.estimate_display} ${status.has_estimate} ${status.hours.is_open}`;
    if (worth === this.#announced) return;
    this.#announced = worth;
    byId('announcement').textContent = nowSentence(status);
  }

  #tellPlan(plan: Plan): void {
    const quota = this.#deployment?.api.quota ?? null;
    const whole = quota === null || quota.whole === null ? '' : ` of ${quota.whole.toLocaleString('en')}`;
    const left = quota === null ? '' : `${quota.left.toLocaleString('en')}${whole} requests left today. `;
    byId('updates').textContent = `${left}${planText(plan)}`;
  }
}

function planText(plan: Plan): string {
  switch (plan.kind) {
    case 'next':
      return `Looks again in ${plan.seconds < 120 ? `${plan.seconds} s` : duration(plan.seconds * 1000)} while this tab is in sight.`;
    case 'reserve':
      return `The last ${countOf(plan.left, 'request')} are left to you.`;
    case 'off':
      return 'Does not update by itself.';
    case 'stopped':
      return '';
  }
}
