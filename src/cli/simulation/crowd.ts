import type { Random } from './random.ts';
import { CAFE } from './scenery.ts';

const CLOTHES = ['#e75', '#446', '#8b9', '#fc8', '#659', '#479', '#d45', '#ea4', '#6a8'];
const SKIN = ['#fca', '#da6', '#a73', '#642', '#fdc'];

/** What distinguishes the figures, drawn over the body: short hair, long hair, a cap, a rucksack. */
const FIGURES: Readonly<Record<string, string>> = {
  p: '<path d="M-6-48a6.5 6.5 0 0 1 13-1l-3-2-7-1z" fill="#3a2a20"/>',
  q: '<path d="M-6-49a6.5 6.5 0 0 1 13 0v10h-5v-10l-5-2z" fill="#5b3a21"/>',
  r: '<path d="M-10-49h4a6.5 6.5 0 0 1 13 0z" fill="#2f3e56"/>',
  t: '<rect x="5" y="-38" width="8" height="16" rx="3" fill="#4b5d3a"/><path d="M-6-49a6.5 6.5 0 0 1 13 0l-4-3-6 0z" fill="#1f1a17"/>',
};

/** The figures' heights, relative to each other. */
const HEIGHTS: Readonly<Record<string, number>> = { p: 1.04, q: 0.95, r: 1, t: 0.98 };

/** The rows of the queue, starting at the counter: where the first stands, the distance to the next, and how many there are. */
const FIRST_ROW = 212;
const ROW_STEP = 27;
const ROWS = 4;
const PLACE = 21;
const MARGIN = 18;

/**
 * The figures of the crowd, for a document's `defs`: each stands on its origin, 55 units
 * tall and facing left; its fill is the color of the clothes, its `color` that of the skin.
 */
export const FIGURE_DEFINITIONS = Object.entries(FIGURES)
  .map(
    ([id, details]) =>
      `<g id="${id}" transform="scale(${HEIGHTS[id]})"><path d="M-6-20h5V0h-5zM1-20h5V0H1z" fill="#39404d"/><path d="M-8-18v-16q0-8 8-8t8 8v16z"/><circle cy="-48" r="6.5" fill="currentColor"/>${details}</g>`,
  )
  .join('');

/**
 * A queue that starts at the counter, runs to the right and doubles back towards the viewer; as many people as fit.
 */
export function drawCrowd(people: number, width: number, random: Random): string {
  const rows: string[] = [];
  let left = people;
  for (let row = 0; row < ROWS && left > 0; row++) {
    const start = row === 0 ? CAFE + 8 : MARGIN;
    const room = Math.floor((width - MARGIN - start) / PLACE) + 1;
    const scale = 0.84 + 0.08 * row;
    const uses = Array.from({ length: Math.min(room, left) }, (_, i) => figure((i * PLACE) / scale, random));
    left -= uses.length;
    // Every second row runs to the left; mirrored, its people face the way they walk.
    const [from, facing] = row % 2 === 0 ? [start, ''] : [width - MARGIN, '-'];
    rows.push(
      `<g transform="translate(${from} ${FIRST_ROW + ROW_STEP * row})scale(${facing}${scale.toFixed(2)} ${scale.toFixed(2)})">${uses.join('')}</g>`,
    );
  }
  return rows.join('');
}

function figure(x: number, random: Random): string {
  const id = random.pick(Object.keys(FIGURES));
  const at = Math.round(x + random.uniform(-2, 2));
  return `<use href="#${id}" x="${at}" fill="${random.pick(CLOTHES)}" color="${random.pick(SKIN)}"/>`;
}
