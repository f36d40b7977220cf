import type { Venue } from '../deployment/venue.ts';
import { byId } from '../element.ts';
import { offsetName } from '../local-time.ts';
import { showState } from '../section-body.ts';
import { type Answer, answerOf, answerText } from './answer.ts';
import { answerView } from './answer-view.ts';

/** How long an announcement stays, in milliseconds. Screen readers take it when it appears; nobody who reads the page hears it again. */
const STAYS = 10_000;

/** The answer on the page, in the title of the tab, and as an announcement to screen readers. */
export class AnswerSection {
  readonly #venue: Venue;
  readonly #host = byId('status-body');
  readonly #announcement = byId('announcement');
  /** The title of the page, to which the service has added the name of the venue. */
  readonly #name = document.title;
  #announced = '';
  #timer: number | undefined;

  constructor(venue: Venue) {
    this.#venue = venue;
    // The heading may be cut off.
    byId('venue').title = this.#name;
  }

  /** Shows the answer to the latest status. `isPending` is whether the typical week is still loading. */
  show(isPending: boolean): void {
    const answer = this.#answer;
    if (answer === null) return;
    showState(this.#host, 'ready');
    const view = answerView(answer, isPending);
    // Most often nothing has changed, and what the user has selected must stay.
    if (this.#host.firstElementChild?.isEqualNode(view) !== true) this.#host.replaceChildren(view);
    const { offset } = this.#venue;
    const zone = offset === null ? '' : `, ${offsetName(offset)}`;
    byId('time-zone').textContent = `All times are local to the venue${zone}.`;
    // The title is cut off in a tab.
    const line = answer.count === 0 ? 'No line · ' : `About ${answer.count} in line · `;
    document.title = `${answer.count === null ? '' : line}${this.#name}`;
  }

  /** Announces the answer when its range or the opening changes, not with every small change. */
  announce(): void {
    const answer = this.#answer;
    const content = JSON.stringify([answer?.range, answer?.opening.state]);
    if (answer === null || content === this.#announced) return;
    this.#announced = content;
    window.clearTimeout(this.#timer);
    this.#announcement.textContent = answerText(answer);
    this.#timer = window.setTimeout(() => this.#announcement.replaceChildren(), STAYS);
  }

  get #answer(): Answer | null {
    const { status } = this.#venue;
    return status && answerOf(this.#venue, status, Date.now());
  }
}
