/** Runs the gate over every fault and every conforming variant of the second implementation, in both forms. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { isBreach } from '../../conformance/reference/faults/fault.ts';
import { KNOWN_MISSES } from '../../conformance/reference/known-misses.ts';
import { isFaulty, type Subject, subjectsOf } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';
import { deriveFaults } from '../../conformance/testing/derived-faults.ts';
import { type BenchOptions, type BenchResult, median, tableOf } from '../result.ts';
import type { Measured } from './worker.ts';

/** The least shares of failures of faults whose first cause is right, and that name one cause only. */
const NAMING = { firstRight: 0.98, one: 0.85 };

/** The least share of the derived faults that is found. */
const DERIVED_FOUND = 0.99;

/** Threads that run the gate. */
const WORKERS = 2;

const ALL_FAULTS = [...FAULTS, ...deriveFaults()];
const BREACHES = new Map(ALL_FAULTS.filter(isBreach).map((fault) => [fault.id, fault]));

/** `missed` lists false positives, runs without a verdict, and faults that are no known misses. */
export async function bench({ isSmoke }: BenchOptions): Promise<BenchResult> {
  const all = subjectsOf(ALL_FAULTS, VARIANTS);
  const faulty = all.filter(isFaulty);
  const subjects = isSmoke ? [...all.filter(isDefault), ...faulty.slice(0, 1), ...faulty.slice(-1)] : all;
  const measured = await measureAll(subjects);
  const score = scoreOf(measured.filter((one) => !isDerived(one)));
  const derived = scoreOf(measured.filter((one) => isDerived(one) || isDefault(one)));
  return {
    table: [tableFor(score, derived), ...listOf(score), ...listOf(derived)].join('\n'),
    figures: { score, derived },
    missed: [
      ...complaintsAbout(score, !isSmoke),
      ...(derived.found.length < DERIVED_FOUND * derived.faults ? ['derived faults are found'] : []),
    ],
  };
}

/** Measures all subjects in some threads; their order stays. */
async function measureAll(subjects: readonly Subject[]): Promise<readonly Measured[]> {
  const results: Measured[] = new Array(subjects.length);
  const waiting = subjects.entries();
  const run = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      for (const [index, { form, id }] of waiting) {
        worker.postMessage(`${form} ${id}`);
        [results[index]] = (await once(worker, 'message')) as [Measured];
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, run));
  return results;
}

const nameOf = ({ id, form }: { readonly id: string; readonly form: 1 | 2 }) => `${id} (${form})`;

type Score = ReturnType<typeof scoreOf>;
const isDefault = ({ id }: { readonly id: string }) => id === 'default';
const isDerived = ({ id }: { readonly id: string }) => id.startsWith('derived');

/**
 * Scores the verdicts. A fault is found if the gate fails a requirement that the fault breaks; what the default variant fails
 * doesn't count. What the description allows counts as a variant.
 */
function scoreOf(measured: readonly Measured[]) {
  const baseline = new Map(measured.filter(isDefault).map(({ form, failed }) => [form, new Set(failed)]));
  const faults = measured.filter(({ id }) => BREACHES.has(id));
  const variants = measured.filter(({ id }) => !BREACHES.has(id));
  const broken = ({ id }: Measured) => BREACHES.get(id)?.requirements ?? [];
  const fresh = ({ form, failed }: Measured) => failed.filter((id) => baseline.get(form)?.has(id) !== true);
  const isFound = (one: Measured) => broken(one).some((id) => fresh(one).includes(id));
  const named = faults.filter(({ causes }) => causes.length > 0);
  const isRight = (one: Measured) => broken(one).some((id) => id === one.causes[0]);
  const withCauses = (one: Measured) => `${nameOf(one)}: ${one.causes.join(' ')}`;
  return {
    faults: faults.length,
    variants: variants.length,
    found: faults.filter(isFound).map(nameOf),
    missed: faults.filter((one) => !isFound(one) && fresh(one).length === 0).map(nameOf),
    wrongVerdict: faults.filter((one) => !isFound(one) && fresh(one).length > 0).map(withCauses),
    falsePositives: variants
      .filter(({ exit }) => exit === 1)
      .map((one) => `${nameOf(one)}: ${one.failed.join(' ')}`),
    undecided: variants
      .filter(({ exit }) => exit > 1)
      .map((one) => `${nameOf(one)}: exit ${one.exit}, ${one.problem}`),
    named: named.length,
    firstWrong: named.filter((one) => !isRight(one)).map(withCauses),
    several: named.filter(({ causes }) => causes.length > 1).map(withCauses),
    requests: median(measured.map(({ requests }) => requests)),
    mostRequests: Math.max(...measured.map(({ requests }) => requests)),
    seconds: median(measured.map(({ seconds }) => seconds)),
  };
}

function complaintsAbout(score: Score, isWhole: boolean): readonly string[] {
  const known = Object.keys(KNOWN_MISSES);
  const idOf = (name: string) => name.split(' (')[0] ?? name;
  const lost = [...score.missed, ...score.wrongVerdict];
  const below = (count: number, least: number) => score.named > 0 && count / score.named < least;
  return [
    ...score.falsePositives.map((name) => `false positive: ${name}`),
    ...score.undecided.map((name) => `undecided: ${name}`),
    ...lost.filter((name) => !known.includes(idOf(name))).map((name) => `missed: ${name}`),
    ...(isWhole ? known.filter((id) => !lost.map(idOf).includes(id)) : []).map(
      (id) => `a known miss is found: ${id}`,
    ),
    ...(below(score.named - score.firstWrong.length, NAMING.firstRight) ? ['the first cause is right'] : []),
    ...(below(score.named - score.several.length, NAMING.one) ? ['one cause is named'] : []),
  ];
}

function tableFor(score: Score, derived: Score): string {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${Math.floor((100 * part) / Math.max(1, whole))} %)`;
  return tableOf(
    ['', 'this gate'],
    [
      ['faults found', share(score.found.length, score.faults)],
      ['derived faults found', share(derived.found.length, derived.faults)],
      ['false positives', `${score.falsePositives.length} of ${score.variants}`],
      ['first cause right', share(score.named - score.firstWrong.length, score.named)],
      ['of the derived faults', share(derived.named - derived.firstWrong.length, derived.named)],
      ['one cause named', share(score.named - score.several.length, score.named)],
      ['requests, median (most)', `${score.requests} (${score.mostRequests})`],
      ['seconds, median', score.seconds.toFixed(2)],
    ],
  );
}

function listOf(score: Score): readonly string[] {
  const part = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`\n${title}:\n`, ...names.map((name) => `- ${name}`)];
  return [
    ...part('Missed', score.missed),
    ...part('Found by the wrong verdict', score.wrongVerdict),
    ...part('Another cause named first', score.firstWrong),
  ];
}
