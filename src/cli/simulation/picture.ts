import { Random } from './random.ts';

/** A picture's size in pixels, both above 0. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The scene that a simulated photo's file name encodes. */
export interface PictureName {
  /** `YYYY-MM-DD`: the day on which the opening started. */
  readonly date: string;
  /** The report's number on that day, from 1. */
  readonly ordinal: number;
  /** The local hour of the photo, 0 to 23. */
  readonly hour: number;
  /** People in the queue. */
  readonly people: number;
}

const NAME = /^\d{4}-\d{2}-\d{2}-\d{4}-(?<hour>[01]\d|2[0-3])h-(?<people>\d{1,3})p\.svg$/;

/** The file name, such as `2026-11-20-0007-12h-18p.svg`: letters, digits, hyphens and one dot. */
export function pictureName({ date, ordinal, hour, people }: PictureName): string {
  return `${date}-${String(ordinal).padStart(4, '0')}-${String(hour).padStart(2, '0')}h-${people}p.svg`;
}

/** The hour and headcount of a file name made by `pictureName`; null for any other. */
export function readPictureName(name: string): Pick<PictureName, 'hour' | 'people'> | null {
  const groups = NAME.exec(name)?.groups;
  return groups === undefined ? null : { hour: Number(groups['hour']), people: Number(groups['people']) };
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
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="xMinYMid slice" role="img">`,
    `<title>${label}</title>`,
    '<defs><g id="p"><path d="M-6-20h12V0h-12z" fill="#39404d"/><path d="M-8-18v-16q0-8 8-8t8 8v16z"/><circle cy="-48" r="6.5" fill="currentColor"/></g></defs>',
    `<rect width="${width}" height="190" fill="${skyAt(hour)}"/>`,
    `<rect y="190" width="${width}" height="110" fill="#b9b3a9"/>`,
    // The café: wall, window, counter and awning.
    `<path d="M14 62H124V196H14z" fill="#efe3d0"/><path d="M24 80H114V152H24z" fill="#ffe2a6"/><path d="M18 150H122v43H18z" fill="#7d5a3c"/><path d="M12 78H126L132 112H6z" fill="${random.pick(COLORS)}"/>`,
    crowd(Math.min(people, MOST_PEOPLE), width, random),
    `<text x="${width - 7}" y="11" text-anchor="end" font-family="sans-serif" font-size="8" fill="#fff" opacity=".8">${label}</text>`,
    '</svg>',
  ].join('\n');
}

const COLORS = ['#c8553d', '#2f6f73', '#3d5a80', '#8a5a83', '#a8642a', '#6a8e4e'];
const SKIN = ['#fca', '#da6', '#a73', '#642', '#fdc'];

/** Dark by night, and the lightest at noon. */
function skyAt(hour: number): string {
  const light = Math.max(0, Math.sin((Math.PI * (hour - 5)) / 15));
  return `hsl(212 60% ${Math.round(20 + 55 * light)}%)`;
}

/** Where the rows of the queue start and how they continue, in units. */
const CAFE = 140;
const MARGIN = 18;
const PLACE = 21;

/** A queue that starts at the counter, runs to the right and doubles back towards the viewer; as many people as fit. */
function crowd(people: number, width: number, random: Random): string {
  const places = [0, 1, 2, 3].flatMap((row) => {
    const start = row === 0 ? CAFE : MARGIN;
    const count = Math.floor((width - MARGIN - start) / PLACE) + 1;
    const xs = Array.from({ length: count }, (_, place) => start + place * PLACE);
    return (row % 2 === 0 ? xs : xs.toReversed()).map((x) => ({ x, y: 212 + 27 * row }));
  });
  return places
    .slice(0, people)
    .map(
      ({ x, y }) =>
        `<use href="#p" x="${x}" y="${y}" fill="${random.pick(COLORS)}" color="${random.pick(SKIN)}"/>`,
    )
    .join('');
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
