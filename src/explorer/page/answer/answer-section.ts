import type { Deployment } from '../deployment/deployment.ts';
import { byId } from '../element.ts';
import { offsetName } from '../local-time.ts';
import { showState } from '../section-body.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { type Answer, answerOf, answerText } from './answer.ts';
import { answerView } from './answer-view.ts';

const NAMELESS = 'Queue Headcount';

/** The answer on the page, in the title of the tab, and as an announcement to screen readers. */
export class AnswerSection {
  readonly #host = byId('status-body');
  readonly #announcer = new Announcer(byId('announcement'));
  #announced = '';
  #venue = NAMELESS;

  /** Sets the name of the venue before its answers; null if the deployment doesn't say it. */
  setVenue(name: string | null): void {
    this.#venue = name ?? NAMELESS;
    byId('venue').textContent = this.#venue;
    byId('venue').title = this.#venue;
  }

  /** Shows a skeleton until the next answer, and nothing of another deployment. */
  reset(): void {
    this.#announced = '';
    this.#host.replaceChildren();
    byId('time-zone').textContent = '';
    document.title = this.#venue;
    showState(this.#host, 'loading');
  }

  /** Shows the answer to the latest status. `isPending` is whether the typical week is still loading. */
  show(deployment: Deployment, typical: TypicalWeek | null, isPending: boolean): void {
    const answer = answerFor(deployment, typical);
    if (answer === null) return;
    showState(this.#host, 'ready');
    const view = answerView(answer, isPending);
    // Most often nothing has changed, and what the user has selected must stay.
    if (this.#host.firstElementChild?.isEqualNode(view) !== true) this.#host.replaceChildren(view);
    const { offset } = deployment;
    const zone = offset === null ? '' : `, ${offsetName(offset)}`;
    byId('time-zone').textContent = `All times are local to the venue${zone}.`;
    document.title = `${titleOf(answer)}${this.#venue}`;
  }

  /** Announces the answer when its range or the opening changes, not with every small change. */
  announce(deployment: Deployment, typical: TypicalWeek | null): void {
    const answer = answerFor(deployment, typical);
    const content = JSON.stringify([answer?.range, answer?.opening.state]);
    if (answer === null || content === this.#announced) return;
    this.#announced = content;
    this.#announcer.say(answerText(answer));
  }
}

/** The line at the start of the page's title, which is cut off in a tab. */
function titleOf({ count }: Answer): string {
  if (count === null) return '';
  return count === 0 ? 'No line · ' : `About ${count} in line · `;
}

function answerFor(deployment: Deployment, typical: TypicalWeek | null): Answer | null {
  const { status, elapsed, replayedDay: day, isOpenAllDay, isWithoutReports } = deployment;
  if (status === null) return null;
  return answerOf({
    status,
    typical,
    now: deployment.now,
    elapsed,
    day,
    isOpenAllDay,
    isWithoutReports,
  });
}

/** How long an announcement stays, in milliseconds. Screen readers take it when it appears. */
const STAYS = 10_000;

/** Announces texts in a live region. They don't stay, so that nobody who reads the page hears them again. */
export class Announcer {
  readonly #region: Pick<Element, 'textContent'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(region: Pick<Element, 'textContent'>) {
    this.#region = region;
  }

  say(text: string): void {
    clearTimeout(this.#timer);
    this.#region.textContent = text;
    this.#timer = setTimeout(() => {
      this.#region.textContent = '';
    }, STAYS);
  }
}
