import { chance } from '../story/chance.ts';

const NAME = /^\/photos\/(thumbnails\/)?(\d{4}-\d{2}-\d{2}-\d{4})\.svg$/;

/** The picture at an address, an SVG document, or null when no photo has that address. */
export function pictureAt(path: string): string | null {
  const [, thumbnail, name] = NAME.exec(path) ?? [];
  if (name === undefined) return null;
  const [width, height] = thumbnail === undefined ? [640, 480] : [160, 120];
  const people = Array.from({ length: 3 + Math.floor(chance(name) * 10) }, (_, at) => person(name, at));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 480">
<rect width="640" height="480" fill="hsl(${Math.floor(chance(`${name} wall`) * 360)} 30% 88%)"/>
<rect y="380" width="640" height="100" fill="#b9b2a6"/>
<rect x="30" y="210" width="110" height="180" fill="#5b4a3a"/>
${people.join('\n')}
</svg>
`;
}

function person(name: string, at: number): string {
  const x = 185 + at * 37;
  const y = 250 + Math.floor(chance(`${name} ${at}`) * 30);
  const color = `hsl(${Math.floor(chance(`${name} ${at} coat`) * 360)} 45% 42%)`;
  return `<g fill="${color}"><circle cx="${x}" cy="${y}" r="15"/><rect x="${x - 15}" y="${y + 18}" width="30" height="${400 - y - 18}" rx="12"/></g>`;
}
