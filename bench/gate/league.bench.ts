import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import type { Subject } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';
import type { BenchResult } from '../result.ts';
import { LEAGUE } from './gates.ts';
import type { Measured } from './measure.ts';
import { isNamed, usualOf } from './named.ts';
import { hasSchemathesis } from './peers/schemathesis-peer.ts';
import { hasSpecmatic } from './peers/specmatic-peer.ts';
import { measureAll, type Pool } from './pool.ts';
import { type Sample, subjectsIn } from './sample.ts';
import { type Score, scoreOf } from './scores.ts';

const TITLES: Record<(typeof LEAGUE)[number], string> = {
  ours: 'this gate',
  dredd: 'Dredd',
  'dredd-schemas': 'Dredd with schemas',
  prism: "Prism's proxy",
  drift: '`redocly drift`',
  respect: '`redocly respect`',
  schemathesis: 'Schemathesis',
  specmatic: 'Specmatic',
};

/** Tools that need more than npm run where that is installed. */
const INSTALLED: Partial<Record<(typeof LEAGUE)[number], () => Promise<boolean>>> = {
  schemathesis: hasSchemathesis,
  specmatic: hasSpecmatic,
};

/** A place in the table. */
type Place = { readonly title: string; readonly score: Score; readonly named: number };

/**
 * Compares this gate with other tools on the same faults and conforming variants. A sample has `sample` faults and half as many
 * variants. `missed` lists this gate's false alarms, and every tool that finds more faults or names a larger share of them.
 */
export async function bench(options: Sample, pool: Pool): Promise<BenchResult> {
  const subjects = subjectsIn(options);
  const places: Place[] = [];
  const absent: string[] = [];
  for (const gate of LEAGUE) {
    if ((await INSTALLED[gate]?.()) === false) absent.push(TITLES[gate]);
    else places.push(await placeOf(gate, subjects, pool));
  }
  return {
    table: tableOf(places, absent),
    figures: { version: 1, options, places },
    missed: missedBy(places),
  };
}

async function placeOf(
  gate: (typeof LEAGUE)[number],
  subjects: readonly Subject[],
  pool: Pool,
): Promise<Place> {
  const measured = await measureAll(gate, subjects, pool);
  const score = scoreOf(gate, measured, FAULTS, VARIANTS, gate === 'ours');
  return { title: TITLES[gate], score, named: namedIn(measured, score) };
}

/** How many of the faults found are named. */
function namedIn(measured: readonly Measured[], { found }: Score): number {
  const names = new Set(found);
  const usual = { 1: usualOf(measured, 1), 2: usualOf(measured, 2) };
  return measured.filter((one) => {
    const fault = FAULTS.find(({ id }) => id === one.id);
    return (
      names.has(`${one.id} (${one.form})`) && fault !== undefined && isNamed(fault, one, usual[one.form])
    );
  }).length;
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${Math.floor((100 * part) / Math.max(1, whole))} %)`;

function tableOf(places: readonly Place[], absent: readonly string[]): string {
  const rows = places
    .toSorted((a, b) => b.score.found.length - a.score.found.length)
    .map(({ title, score, named }) => [
      title,
      share(score.found.length, score.faults),
      share(named, score.found.length),
      `${score.falseAlarms.length} of ${score.variants}`,
      String(score.undecided.length),
      `${score.requests.median} (${score.requests.max})`,
      score.seconds.median.toFixed(2),
    ]);
  const missing = absent.map((title) => [title, 'not run here', ...Array.from({ length: 5 }, () => '—')]);
  return [
    '| tool | faults found | of those named | false alarms | no verdict | requests, median (most) | seconds, median |',
    '|---|---|---|---|---|---|---|',
    ...[...rows, ...missing].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function missedBy(places: readonly Place[]): readonly string[] {
  const [ours, ...others] = places as readonly [Place, ...Place[]];
  const naming = ({ named, score }: Place) => named / Math.max(1, score.found.length);
  return [
    ...ours.score.falseAlarms.map((name) => `false alarm: ${name}`),
    ...others
      .filter(({ score }) => score.found.length >= ours.score.found.length)
      .map(({ title }) => `${title} finds as many faults`),
    ...others
      .filter((other) => naming(other) > naming(ours))
      .map(({ title }) => `${title} names a larger share of what it finds`),
  ];
}
