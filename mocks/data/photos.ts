import type { Photo } from '../service/store.ts';
import { pick, seededRandom } from './seeded-random.ts';

const CAPTIONS = [
  'Out to the door already',
  'Moves fast today',
  'Two counters open',
  'Nobody here, come now',
  'Soup is gone',
  'Worth the wait',
  '',
];
const PATH = /^\/photos\/(thumbnails\/)?(\d{4}-\d{2}-\d{2}-\d{4})\.svg$/;

/** The photo of a report by its day, `YYYY-MM-DD`, and its number there; null for most reports, which have none. */
export function photoOf(date: string, index: number): Omit<Photo, 'id' | 'createdAt' | 'expiresAt'> | null {
  const seed = `${date} ${index} photo`;
  if (seededRandom(seed) > 0.18) return null;
  const file = `${date}-${String(index).padStart(4, '0')}.svg`;
  return {
    file,
    thumbnail: `thumbnails/${file}`,
    caption: pick(CAPTIONS, `${seed} caption`) ?? '',
    likes: Math.floor(seededRandom(`${seed} likes`) * 12),
    isLiked: seededRandom(`${seed} liked`) < 0.3,
  };
}

/** The image at a URL path, as an SVG document; null if no photo has the path. */
export function imageAt(path: string): string | null {
  const [, thumbnail, name] = PATH.exec(path) ?? [];
  if (name === undefined) return null;
  const [width, height] = thumbnail === undefined ? [640, 480] : [160, 120];
  const count = 3 + Math.floor(seededRandom(name) * 10);
  const people = Array.from({ length: count }, (_, at) => person(name, at));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 480">
<rect width="640" height="480" fill="hsl(${Math.floor(seededRandom(`${name} wall`) * 360)} 30% 88%)"/>
<rect y="380" width="640" height="100" fill="#b9b2a6"/>
<rect x="30" y="210" width="110" height="180" fill="#5b4a3a"/>
${people.join('\n')}
</svg>
`;
}

function person(name: string, at: number): string {
  const x = 185 + at * 37;
  const y = 250 + Math.floor(seededRandom(`${name} ${at}`) * 30);
  const color = `hsl(${Math.floor(seededRandom(`${name} ${at} coat`) * 360)} 45% 42%)`;
  return `<g fill="${color}"><circle cx="${x}" cy="${y}" r="15"/><rect x="${x - 15}" y="${y + 18}" width="30" height="${400 - y - 18}" rx="12"/></g>`;
}
