import { describe, expect, it } from 'vitest';
import { SEED } from '../tools/testing/seed.fixture.ts';
import { FAULTS } from './reference/faults/catalogue.ts';
import { isBreach } from './reference/faults/fault.ts';
import { KNOWN_MISSES } from './reference/known-misses.ts';
import { seededRandom } from './reference/reports.ts';
import { type Subject, serviceOf, subjectsOf } from './reference/subjects.ts';
import { VARIANTS } from './reference/variants/variants.ts';
import { judge, withOutcome } from './testing/run-gate.fixture.ts';

const random = seededRandom(SEED);

/** `count` of the subjects, with distinct ids. */
function sampleOf(subjects: readonly Subject[], count: number): readonly Subject[] {
  const shuffled = subjects.map((subject) => ({ subject, key: random() })).sort((a, b) => a.key - b.key);
  const chosen = new Map<string, Subject>();
  for (const { subject } of shuffled) if (chosen.size < count) chosen.set(subject.id, subject);
  return [...chosen.values()];
}

/** Set it to the beginning of ids, such as `highlights/order`, to run what you write. */
const only = process.env['CORPUS_ONLY'] ?? '';
const isChosen = ({ id }: { readonly id: string }) => id.startsWith(only);

// `npm run bench -- gate` judges all faults, including the known misses
const faults = FAULTS.filter((fault) => isBreach(fault) && !(fault.id in KNOWN_MISSES)).filter(isChosen);
const allowed = FAULTS.filter((fault) => !isBreach(fault)).filter(isChosen);
const quick = VARIANTS.filter(
  ({ options }) => (options.count ?? 0) <= 5000 && (options.delay ?? 0) === 0,
).filter(isChosen);

describe(`a sample of the corpus, repeated with TEST_SEED=${SEED}`, () => {
  it.each(sampleOf(subjectsOf(faults, []), 24))('fault $id is found in form $form', async (subject) => {
    const result = await judge(serviceOf(subject));
    const failed = withOutcome(result, 'fail');
    expect(subject.fault?.requirements.filter((id) => failed.includes(id))).not.toEqual([]);
    expect(result.exitCode).toBe(1);
  });

  it.each(sampleOf(subjectsOf(allowed, []), 4))(
    '$id is allowed and passes in form $form',
    async (subject) => {
      const result = await judge(serviceOf(subject));
      expect(withOutcome(result, 'fail')).toEqual([]);
      expect(result.exitCode).toBe(0);
    },
  );

  it.each(sampleOf(subjectsOf([], quick), 8))('variant $id passes in form $form', async (subject) => {
    const result = await judge(serviceOf(subject));
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(result.exitCode).toBe(0);
  });
});
