import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { seededRandom } from '../../conformance/reference/reports.ts';
import { isFaulty, type Subject, subjectsOf } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';

/** How much of the corpus is measured: a number of faults and half as many variants, or all of both if `sample` is null. */
export interface Sample {
  readonly sample: number | null;
  readonly seed: number;
}

/** The default variant, and the sample of the other variants and of the faults, in both forms. */
export function subjectsIn({ sample, seed }: Sample): readonly Subject[] {
  const all = subjectsOf(FAULTS, VARIANTS);
  const variants = all.filter((subject) => !isFaulty(subject) && subject.id !== 'default');
  const faults = all.filter(isFaulty);
  return [
    ...all.filter(({ id }) => id === 'default'),
    ...sampleOf(variants, sample === null ? null : Math.ceil(sample / 2), seed),
    ...sampleOf(faults, sample, seed),
  ];
}

/** `count` of the items in their order, chosen by the seed; all of them if `count` is null. */
export function sampleOf<Item>(items: readonly Item[], count: number | null, seed: number): readonly Item[] {
  if (count === null) return items;
  const random = seededRandom(seed);
  const keys = new Map(items.map((item) => [item, random()]));
  const chosen = new Set(items.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0)).slice(0, count));
  return items.filter((item) => chosen.has(item));
}
