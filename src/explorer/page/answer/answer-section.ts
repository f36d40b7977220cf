import type { Venue } from '../deployment/venue.ts';
import { byId, element } from '../element.ts';
import { offsetName } from '../local-time.ts';
import { showState } from '../section-body.ts';
import type { Statement } from '../words.ts';
import { type Answer, answerOf, answerText, STATES } from './answer.ts';

/** How long an announcement stays, in milliseconds. Screen readers take it when it appears; nobody who reads the page hears it again. */
const STAYS = 10_000;
/** The least number of people at the end of the scale, so that short lines look short. */
const LEAST_SCALE = 10;

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

/** Shows an answer. `isPending` keeps the room of the statements that are still loading, so that nothing moves. */
function answerView(answer: Answer, isPending: boolean): HTMLElement {
  const { count, headline, range, caution, comparison, goodTime, opening, evidence, message } = answer;
  const { about, main, unit } = headline;
  const isClosed = opening.state === 'closed';
  const more = message === null ? null : element('p.message', message);
  const pill = element('span', { class: `pill ${opening.state}` }, STATES[opening.state]);
  return element(
    'div.answer',
    element(
      'div.answer-now',
      unit === ''
        ? element('p.hero.none', element('strong', main))
        : element(
            'p.hero',
            element('span', `${about} `),
            element('strong', main),
            element('span', ` ${unit}`),
          ),
      isClosed && element('p.answer-opens', opening.text),
      range && element('p.answer-range', range, caution && ', ', caution && element('span.caution', caution)),
      count === null ? more : scale(answer),
    ),
    element(
      'div.answer-more',
      statement(comparison, isPending && !isClosed),
      statement(goodTime, isPending),
      count === null ? null : more,
      element(
        'div.answer-foot',
        !isClosed && element('p.opening', pill, ` ${opening.text}`),
        evidence && element(evidence.isOld ? 'p.evidence.old' : 'p.evidence', evidence.text),
      ),
    ),
  );
}

function statement(shown: Statement | null, isPending: boolean): HTMLElement | null {
  if (shown === null) return isPending ? element('div.statement.pending', { 'aria-hidden': 'true' }) : null;
  const { headline, detail } = shown;
  return element('div.statement', element('p.headline', headline), detail && element('p.detail', detail));
}

/** The range, the estimate and what is usual, side by side. The words say the same. */
function scale({ scale: numbers }: Answer): HTMLElement | null {
  if (numbers === null) return null;
  const { low, high, value, usual } = numbers;
  const end = Math.max(LEAST_SCALE, high, value, usual ?? 0) * 1.08;
  const at = (people: number) => `${(people / end) * 100}%`;
  const part = (name: string, left: string, text = '') => {
    const created = element('span', { class: `scale-${name}` }, text);
    created.style.left = left;
    return created;
  };
  const band = part('band', at(low));
  band.style.width = at(high - low);
  const mark = usual === null ? null : part('usual', at(usual));
  return element(
    'div.scale',
    { 'aria-hidden': 'true' },
    element('div.scale-track', band, mark, part('now', at(value))),
    // Kept inside of the scale.
    usual === null ? null : part('label', `clamp(1.4rem, ${at(usual)}, 100% - 1.4rem)`, 'usual'),
  );
}
