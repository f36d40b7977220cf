import { drawCrowd, FIGURE_DEFINITIONS } from './crowd.ts';
import { readPictureName } from './picture-name.ts';
import { Random } from './random.ts';
import { drawBackground, drawCafe, drawShade } from './scenery.ts';

/** A picture's size in pixels, both above 0. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Scenes are 300 units high and as wide as the size requires within these limits; beyond them, the edges are cropped. */
const HEIGHT = 300;
const NARROWEST = 230;
const WIDEST = 540;
/** More people would not fit into 6 kB or be distinguishable. */
const MOST_PEOPLE = 36;
const LONGEST_LABEL = 40;

/**
 * Draws a queue in front of a café as a self-contained SVG document. Show it as a separate image, since its ids are the same
 * in every picture.
 *
 * The same name and size give the same picture, of less than 6 kB. Hour and headcount come from a name made by
 * `pictureName`; any other name gets its own scene.
 */
export function drawPicture(name: string, size: PictureSize): string {
  const random = new Random(`scene|${name}`);
  const width = Math.round(Math.min(WIDEST, Math.max(NARROWEST, (HEIGHT * size.width) / size.height)));
  const made = { hour: Math.floor(random.uniform(7, 22)), people: random.poisson(7) };
  const { hour, people } = readPictureName(name) ?? made;
  const label = escaped(shortened(name.replace(/\.svg$/, '')));
  // Each part has its own random numbers, so that a thumbnail shows the same café and the same people.
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="xMinYMid slice" role="img">`,
    `<title>${label}</title><defs>${FIGURE_DEFINITIONS}</defs>`,
    drawBackground(hour, width, new Random(`background|${name}`)),
    drawCafe(new Random(`cafe|${name}`)),
    drawCrowd(Math.min(people, MOST_PEOPLE), width, new Random(`crowd|${name}`)),
    drawShade(hour, width),
    `<text x="${width - 7}" y="11" text-anchor="end" font-family="sans-serif" font-size="8" fill="#fff" opacity=".8">${label}</text>`,
    '</svg>',
  ].join('\n');
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= LONGEST_LABEL ? text : `${characters.slice(0, LONGEST_LABEL - 1).join('')}…`;
}

/** Escapes text for XML: markup characters become references, and characters that XML 1.0 forbids U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
}
