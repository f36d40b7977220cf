import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIANTS } from '../conformance/reference/variants/variants.ts';
import { isChosen, OWN_CHOICES, POINTS, textsOf, varietyOf } from './variety.ts';

const SEEDS = Array.from({ length: 300 }, (_, at) => at + 1);

it.each(Object.entries(POINTS))('some seed makes each choice of %s, and none', (_name, [, ...others]) => {
  const reached = SEEDS.map((seed) => varietyOf(seed, 2)).map((variety) =>
    others.findIndex(([choice]) => isChosen(choice, variety)),
  );
  expect(new Set(reached)).toEqual(new Set([-1, ...others.keys()]));
});

it('a seed always makes the same choices, and leaves the labels and highlights of Form 1 alone', () => {
  for (const seed of SEEDS) {
    expect(varietyOf(seed, 2)).toEqual(varietyOf(seed, 2));
    const { buckets, hasHighlights } = varietyOf(seed, 1);
    expect([buckets, hasHighlights]).toEqual([OWN_CHOICES.buckets, OWN_CHOICES.hasHighlights]);
  }
});

it('every choice that is not our own has a text, and comes from a gap of the description or a conforming variant', () => {
  const gaps: readonly { id: string }[] = parse(readFileSync('openapi/gaps.yaml', 'utf8'));
  const known = new Set([...gaps, ...VARIANTS].map(({ id }) => id));
  for (const [source, ...others] of Object.values(POINTS)) {
    expect(known).toContain(source);
    for (const [choice, text] of others) expect(textsOf({ ...OWN_CHOICES, ...choice })).toContain(text);
  }
  expect(textsOf(OWN_CHOICES)).toEqual([]);
});
