import { BUCKET_VALUE } from '../../src/service/domain/bucket.ts';
import { HOUR, type Micros } from '../../src/service/domain/micros.ts';
import { type ExampleDay, shownOn } from './example-day.ts';

const WIDTH = 900;
const HEIGHT = 330;
const LEFT = 44;
const RIGHT = 16;
const TOP = 40;
const BOTTOM = 34;
const MOST = 45;
const STYLE =
  'text{font:12px system-ui,sans-serif;fill:#333}.grid{stroke:#ddd}.band{fill:#2563a8;fill-opacity:.16}.truth{fill:none;stroke:#d08a1d;stroke-width:1.5}.line{fill:none;stroke:#2563a8;stroke-width:2.5}.now{fill:none;stroke:#2563a8;stroke-width:1.2;stroke-dasharray:3 3}.report{fill:#333;fill-opacity:.55}';

/** An SVG picture of a day: the true queue, the reports, the estimate at every time, and the smoothed line. */
export function drawDay(day: ExampleDay): string {
  const { opening, reports, counts, line, recorded, date } = day;
  const x = (at: Micros) =>
    round(LEFT + ((WIDTH - LEFT - RIGHT) * (at - opening.start)) / (opening.end - opening.start));
  const y = (people: number) =>
    round(HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.min(people, MOST)) / MOST);
  const shown = shownOn(day, 5).flatMap(({ at, shown }) => (shown === null ? [] : [{ at, ...shown }]));
  const path = (points: readonly (readonly [Micros, number])[]) =>
    points.map(([at, people]) => `${x(at)},${y(people)}`).join(' ');
  const band = [
    ...shown.map(({ at, high }) => [at, high] as const),
    ...shown.toReversed().map(({ at, low }) => [at, low] as const),
  ];
  const drawn = line.flatMap(({ t, value }) => (value === null ? [] : [[t, value] as const]));
  const hours = Array.from(
    { length: Math.floor((opening.end - opening.start) / HOUR) + 1 },
    (_, hour) => opening.start + hour * HOUR,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="A simulated day: true queue, reports, estimate with its range, and smoothed line">`,
    `<style>${STYLE}</style><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...[0, 10, 20, 30, 40].map(
      (people) =>
        `<path class="grid" d="M${LEFT} ${y(people)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(people) + 4}" text-anchor="end">${people}</text>`,
    ),
    ...hours.map(
      (at) => `<text x="${x(at)}" y="${HEIGHT - 12}" text-anchor="middle">${recorded.time.hour(at)}</text>`,
    ),
    `<polygon class="band" points="${path(band)}"/>`,
    `<polyline class="truth" points="${path(counts.map(({ at, people }) => [at, people]))}"/>`,
    `<polyline class="now" points="${path(shown.map(({ at, value }) => [at, value]))}"/>`,
    `<polyline class="line" points="${path(drawn)}"/>`,
    ...reports.map(
      ({ at, bucket }) => `<circle class="report" cx="${x(at)}" cy="${y(BUCKET_VALUE[bucket])}" r="3"/>`,
    ),
    ...legend(`${recorded.name}, simulated ${date}, ${recorded.rate} reports an hour`),
    '</svg>\n',
  ].join('\n');
}

function legend(title: string): readonly string[] {
  const entries = [
    ['<circle class="report" cx="9" cy="-4" r="3"/>', 'report'],
    ['<path class="truth" d="M0-4H18"/>', 'truth'],
    ['<path class="now" d="M0-4H18"/>', 'estimate'],
    ['<path class="band" d="M0-10H18V2H0z"/>', 'its range'],
    ['<path class="line" d="M0-4H18"/>', 'smoothed line'],
  ] as const;
  return [
    `<text x="${LEFT}" y="20">${title}</text>`,
    ...entries.map(
      ([mark, name], index) =>
        `<g transform="translate(${[372, 446, 512, 632, 722][index]} 20)">${mark}<text x="24">${name}</text></g>`,
    ),
  ];
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
