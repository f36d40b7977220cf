import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { KNOWN_MISSES } from '../../conformance/reference/known-misses.ts';
import { schemaErrors } from '../../conformance/reference/schema-check.ts';
import { type Subject, serviceOf } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';
import { type BenchResult, UsageError } from '../result.ts';
import { GATES, type GateName } from './measure.ts';
import { measureAll } from './pool.ts';
import { type Sample, subjectsIn } from './sample.ts';
import { type Naming, type Score, scoreOf } from './scores.ts';

const TITLES: Readonly<Record<GateName, string>> = {
  ours: 'this gate',
  'ours-plain': 'this gate without Dredd',
  dredd: 'Dredd',
  'dredd-schemas': 'Dredd with schemas',
};

const isOurs = (gate: GateName): boolean => gate === 'ours' || gate === 'ours-plain';

/** The least shares of failures of faults whose first cause is right, and that name one cause only. */
const NAMING = { firstRight: 0.98, one: 0.85 };

/**
 * Runs this gate, Dredd, and Dredd with schemas over every fault and every conforming variant in both forms. `missed` lists this
 * gate's false positives, runs without a verdict, faults it failed to find although they are no known misses, too many wrong or
 * needless names, and variants that do not fit their document. `only` names the one gate to run.
 */
export async function bench(sample: Sample, workers: number, only: string | null): Promise<BenchResult> {
  const chosen = GATES.filter((name) => (only === null ? name !== 'ours-plain' : name === only));
  if (chosen.length === 0) throw new UsageError(`--only takes one of: ${GATES.join(', ')}`);
  const subjects = subjectsIn(sample);
  const scores: Score[] = [];
  for (const gate of chosen) {
    const measured = await measureAll(gate, subjects, workers);
    scores.push(scoreOf(gate, measured, FAULTS, VARIANTS, isOurs(gate)));
  }
  const { hidden, nonconforming } = await checkedBySchemas(subjects);
  const ours = scores.find(({ gate }) => isOurs(gate));
  return {
    table: [tableOf(scores, hidden), ...(ours === undefined ? [] : [listOf(ours)])].join('\n'),
    figures: { version: 1, hidden: [...hidden], scores },
    missed: [...nonconforming, ...(ours === undefined ? [] : complaintsAbout(ours, inEveryForm(subjects)))],
  };
}

/** Faults that no check of schemas, statuses and CSV columns can see, and what such a check finds wrong with variants. */
async function checkedBySchemas(
  subjects: readonly Subject[],
): Promise<{ hidden: ReadonlySet<string>; nonconforming: readonly string[] }> {
  const hidden = new Set<string>();
  const nonconforming: string[] = [];
  for (const subject of subjects) {
    // A change that the description allows may leave the documents
    if (subject.variant?.beyondDocuments === true || subject.fault?.allowed !== undefined) continue;
    const errors = await schemaErrors(serviceOf(subject));
    if (subject.variant !== undefined)
      nonconforming.push(...errors.map((error) => `variant ${nameOf(subject)}: ${error}`));
    else if (errors.length === 0) hidden.add(nameOf(subject));
  }
  return { hidden, nonconforming };
}

const nameOf = ({ id, form }: { id: string; form: 1 | 2 }): string => `${id} (${form})`;

/** The faults whose every form is among the subjects. A known miss is missed in at least one form. */
function inEveryForm(subjects: readonly Subject[]): ReadonlySet<string> {
  const names = new Set(subjects.map(nameOf));
  const complete = FAULTS.filter(({ id, forms }) => forms.every((form) => names.has(nameOf({ id, form }))));
  return new Set(complete.map(({ id }) => id));
}

function complaintsAbout(score: Score, sampled: ReadonlySet<string>): string[] {
  const known = new Set(Object.keys(KNOWN_MISSES));
  const idOf = (name: string) => name.split(' (')[0] ?? name;
  const unknown = (names: readonly string[]) => names.filter((name) => !known.has(idOf(name)));
  const lost = new Set([...score.missed, ...score.wrongVerdict].map(idOf));
  return [
    ...score.falseAlarms.map((name) => `false positive: ${name}`),
    ...score.undecided.map((name) => `undecided: ${name}`),
    ...unknown(score.missed).map((name) => `missed: ${name}`),
    ...unknown(score.wrongVerdict).map((name) => `wrong verdict: ${name}`),
    ...[...known]
      .filter((id) => sampled.has(id) && !lost.has(id))
      .map((id) => `a known miss is found: ${id}`),
    ...(score.naming === undefined ? [] : complaintsAboutNames(score.naming)),
  ];
}

function complaintsAboutNames(naming: Naming): string[] {
  const below = (name: keyof typeof NAMING) => naming[name] / naming.failures < NAMING[name];
  return [
    ...(below('firstRight') ? [`first cause right: ${share(naming.firstRight, naming.failures)}`] : []),
    ...(below('one') ? [`one cause named: ${share(naming.one, naming.failures)}`] : []),
  ];
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${Math.floor((100 * part) / Math.max(1, whole))} %)`;

function tableOf(scores: readonly Score[], hidden: ReadonlySet<string>): string {
  const rows = scores.map((score) => {
    const unseen = score.found.filter((name) => hidden.has(name)).length;
    const cells = [
      TITLES[score.gate],
      share(score.found.length, score.faults),
      share(unseen, hidden.size),
      String(score.wrongVerdict.length),
      `${score.falseAlarms.length} of ${score.variants}`,
      String(score.undecided.length),
      ...namesIn(score.naming),
      `${score.requests.median} (${score.requests.max})`,
      `${score.seconds.median.toFixed(2)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| gate | faults found | of the faults that no schema detects | wrong verdict | false positives | undecided | first cause right | one cause named | causes, median | requests, median (most) | seconds, median |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const namesIn = (naming: Naming | undefined): readonly string[] =>
  naming === undefined
    ? ['—', '—', '—']
    : [share(naming.firstRight, naming.failures), share(naming.one, naming.failures), String(naming.median)];

function listOf(score: Score): string {
  const part = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`\n${title}`, ...names.map((name) => `- ${name}`)];
  return [
    ...part('Missed', score.missed),
    ...part('Found by the wrong verdict', score.wrongVerdict),
    ...part('False positives', score.falseAlarms),
    ...part('Undecided', score.undecided),
    ...part('Another cause named first', score.naming?.firstWrong ?? []),
    ...part('Several causes named', score.naming?.several ?? []),
  ].join('\n');
}
