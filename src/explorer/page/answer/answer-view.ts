import { element } from '../element.ts';
import type { Statement } from '../words.ts';
import { type Answer, type Headline, STATES } from './answer.ts';

/** The least number of people at the end of the scale, so that short lines look short. */
const LEAST_SCALE = 10;

/** Shows an answer. `isPending` keeps the room of the statements that are still loading, so that nothing moves. */
export function answerView(answer: Answer, isPending: boolean): HTMLElement {
  const { count, headline, range, caution, comparison, goodTime, opening, evidence, message } = answer;
  const isClosed = opening.state === 'closed';
  const more = message === null ? null : element('p', { class: 'message' }, message);
  return element(
    'div',
    { class: 'answer' },
    element(
      'div',
      { class: 'answer-now' },
      hero(headline),
      isClosed ? element('p', { class: 'answer-opens' }, opening.text) : null,
      range === null
        ? null
        : element(
            'p',
            { class: 'answer-range' },
            caution === null ? range : `${range}, `,
            caution === null ? null : element('span', { class: 'caution' }, caution),
          ),
      count === null ? more : scale(answer),
    ),
    element(
      'div',
      { class: 'answer-more' },
      statement(comparison, isPending && !isClosed),
      statement(goodTime, isPending),
      count === null ? null : more,
      element(
        'div',
        { class: 'answer-foot' },
        isClosed
          ? null
          : element(
              'p',
              { class: 'opening' },
              element('span', { class: `pill ${opening.state}` }, STATES[opening.state]),
              ` ${opening.text}`,
            ),
        evidence === null
          ? null
          : element('p', { class: evidence.isOld ? 'evidence old' : 'evidence' }, evidence.text),
      ),
    ),
  );
}

function hero({ about, main, unit }: Headline): HTMLElement {
  if (unit === '') return element('p', { class: 'hero none' }, element('strong', main));
  return element(
    'p',
    { class: 'hero' },
    element('span', `${about} `),
    element('strong', main),
    element('span', ` ${unit}`),
  );
}

function statement(shown: Statement | null, isPending: boolean): HTMLElement | null {
  if (shown === null)
    return isPending ? element('div', { class: 'statement pending', 'aria-hidden': 'true' }) : null;
  return element(
    'div',
    { class: 'statement' },
    element('p', { class: 'headline' }, shown.headline),
    shown.detail === null ? null : element('p', { class: 'detail' }, shown.detail),
  );
}

/** The range, the estimate and what is usual, side by side. The words say the same. */
function scale({ scale: numbers }: Answer): HTMLElement | null {
  if (numbers === null) return null;
  const { low, high, value, usual } = numbers;
  const end = Math.max(LEAST_SCALE, high, value, usual ?? 0) * 1.08;
  const at = (people: number) => `${(people / end) * 100}%`;
  const part = (name: string, left: string, ...content: readonly (string | HTMLElement)[]) => {
    const created = element('span', { class: name }, ...content);
    created.style.left = left;
    return created;
  };
  const band = part('scale-band', at(low));
  band.style.width = at(high - low);
  return element(
    'div',
    { class: 'scale', 'aria-hidden': 'true' },
    element(
      'div',
      { class: 'scale-track' },
      band,
      usual === null ? null : part('scale-usual', at(usual)),
      part('scale-now', at(value)),
    ),
    // Kept inside of the scale.
    usual === null ? null : part('scale-label', `clamp(1.4rem, ${at(usual)}, 100% - 1.4rem)`, 'usual'),
  );
}
