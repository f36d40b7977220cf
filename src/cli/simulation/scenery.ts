import { daylight, lightInTheSky } from './daylight.ts';
import type { Random } from './random.ts';

/** The top of the pavement, in units from the top of a picture 300 units high. */
const GROUND = 190;
/** The width of the café, from the left edge. */
export const CAFE = 132;

const AWNINGS = ['#c8553d', '#2f6f73', '#3d5a80', '#8a5a83', '#a8642a'];
const WALLS = ['#efe3d0', '#e4d5c3', '#dfe0d8', '#f0dcc8'];

/** Draws the sky with sun or moon, clouds or stars, campus roofs, trees and the pavement. */
export function drawBackground(hour: number, width: number, random: Random): string {
  const { zenith, horizon, shade } = daylight(hour);
  const { sun, x, y } = lightInTheSky(hour);
  const high = shade >= 0.3 ? stars(width, random) : clouds(width, random);
  return [
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${zenith}"/><stop offset="1" stop-color="${horizon}"/></linearGradient>`,
    `<rect width="${width}" height="${GROUND}" fill="url(#s)"/>`,
    `<circle cx="${Math.round(x * width)}" cy="${Math.round(y * GROUND)}" r="${sun ? 15 : 11}" fill="${sun ? '#fff3b8' : '#f4f1de'}"/>`,
    high,
    roofs(width, random),
    trees(width, random),
    `<rect y="${GROUND}" width="${width}" height="110" fill="#b9b3a9"/>`,
    `<path d="M0 ${GROUND}H${width}v5H0z" fill="#9d968b"/>`,
    `<path d="M0 226H${width}M0 262H${width}" stroke="#a9a297" stroke-width="1.5"/>`,
  ].join('');
}

/** Draws the café: awning, counter, a person behind it, and a sign. */
export function drawCafe(random: Random): string {
  const awning = random.pick(AWNINGS);
  const stripes = [0, 1, 2, 3, 4].map((i) => `M${10 + i * 24} 92h12l-2 20h-12z`).join('');
  return [
    `<path d="M14 62H124V${GROUND + 6}H14z" fill="${random.pick(WALLS)}"/>`,
    '<path d="M10 58H128v8H10z" fill="#6b5a4c"/>',
    // The sign: a steaming cup.
    `<circle cx="69" cy="40" r="17" fill="${awning}"/>`,
    '<path d="M60 36h15v7a6 6 0 0 1-6 6h-3a6 6 0 0 1-6-6zM75 38h2a3 3 0 0 1 0 6h-2" fill="#fff" stroke="#fff"/>',
    '<path d="M64 33q-2-3 0-5M70 33q-2-3 0-5" fill="none" stroke="#fff" stroke-width="1.5"/>',
    // The window with shelves.
    '<path d="M24 80H114V152H24z" fill="#ffe2a6"/>',
    '<path d="M28 120H56v2H28zM84 120h26v2H84z" fill="#a8805a"/>',
    '<path d="M31 112h5v8h-5zM39 114h4v6h-4zM47 111h5v9h-5zM88 113h5v7h-5zM97 111h4v9h-4z" fill="#c98b5a"/>',
    '<use href="#p" x="70" y="178" fill="#4a5a52" color="#d9a066"/>',
    '<path d="M18 150H122v7H18zM22 157H118v36H22z" fill="#7d5a3c"/><path d="M28 162h38v26H28zM74 162h38v26H74z" fill="#8f6a48"/>',
    `<path d="M12 78H126L132 112H6z" fill="${awning}"/><path d="${stripes}" transform="matrix(1.06 0 0 1.7 -4 -78.4)" fill="#fff" fill-opacity=".8"/>`,
  ].join('');
}

/** Darkens the scene by the hour, with the café's light on the pavement. */
export function drawShade(hour: number, width: number): string {
  const { shade } = daylight(hour);
  if (shade === 0) return '';
  return [
    `<rect width="${width}" height="300" fill="#0d1636" opacity="${shade}"/>`,
    '<radialGradient id="g"><stop stop-color="#ffdf94" stop-opacity=".6"/><stop offset="1" stop-color="#ffdf94" stop-opacity="0"/></radialGradient>',
    `<ellipse cx="70" cy="150" rx="130" ry="92" fill="url(#g)" opacity="${Math.min(1, shade * 2)}"/>`,
    `<path d="M24 113H114V150H24z" fill="#ffd98a" opacity="${shade}"/>`,
  ].join('');
}

function clouds(width: number, random: Random): string {
  return [0, 1]
    .map((i) => {
      const x = Math.round(random.uniform(0.35 + i * 0.3, 0.55 + i * 0.3) * width);
      const y = Math.round(random.uniform(28, 70));
      return `<path d="M${x} ${y}h46a9 9 0 0 0-9-11a14 14 0 0 0-25-3a9 9 0 0 0-12 14z" fill="#fff" opacity=".8"/>`;
    })
    .join('');
}

function stars(width: number, random: Random): string {
  const dots = Array.from(
    { length: 18 },
    () => `M${Math.round(random.uniform(0, width))} ${Math.round(random.uniform(4, 110))}h1`,
  );
  return `<path d="${dots.join('')}" stroke="#fff" stroke-width="1.2" opacity=".7"/>`;
}

function roofs(width: number, random: Random): string {
  let path = `M96 ${GROUND}`;
  for (let x = 96; x < width; ) {
    const to = x + Math.round(random.uniform(38, 74));
    const y = Math.round(random.uniform(112, 150));
    const gable = random.chance(0.4) ? `L${(x + to) / 2} ${y - 16}L${to} ${y}` : `H${to}`;
    path += `L${x} ${y}${gable}`;
    x = to;
  }
  return `<path d="${path}V${GROUND}z" fill="#8fa0b8" opacity=".75"/>`;
}

function trees(width: number, random: Random): string {
  const drawn: string[] = [];
  for (let x = 150 + random.uniform(0, 50); x < width; x += random.uniform(52, 110)) {
    const r = Math.round(random.uniform(14, 22));
    const cx = Math.round(x);
    const color = random.pick(['#6f9a5f', '#7fa66a', '#c98f45', '#5d8a63']);
    drawn.push(
      `<path d="M${cx - 2} ${GROUND}v-24h4v24z" fill="#6b5a4c"/><circle cx="${cx}" cy="${GROUND - 22 - r}" r="${r}" fill="${color}"/>`,
    );
  }
  return drawn.join('');
}
