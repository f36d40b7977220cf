import { element } from '../element.ts';
import type { Statement } from '../words.ts';
import { type Answer, STATES } from './answer.ts';

/** The least number of people at the end of the scale, so that short lines look short. */
const LEAST_SCALE = 10;

/** Shows an answer. `isPending` keeps the room of the statements that are still loading, so that nothing moves. */
export function answerView(answer: Answer, isPending: boolean): HTMLElement {
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
