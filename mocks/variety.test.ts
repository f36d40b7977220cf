import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIANTS } from '../conformance/reference/variants/variants.ts';
import { isChosen, OWN_CHOICES, POINTS, textsOf, varietyOf } from './variety.ts';

const CHOICES = Object.values(POINTS).flatMap(([, ...others]) => others);
const SEEDS = Array.from({ length: 300 }, (_, at) => at + 1);

describe('the variety of a seed', () => {
  it('is a choice for each point, and the same at every time', () => {
    for (const seed of SEEDS) expect(varietyOf(seed, 2)).toEqual(varietyOf(seed, 2));
    expect(Object.keys(varietyOf(1, 1))).toEqual(Object.keys(OWN_CHOICES));
  });

  it.each(Object.entries(POINTS))('reaches each choice of %s, and none', (_name, [, ...others]) => {
    const reached = SEEDS.map((seed) => varietyOf(seed, 2)).map((variety) =>
      others.findIndex(([choice]) => isChosen(choice, variety)),
    );
    expect(new Set(reached)).toEqual(new Set([-1, ...others.keys()]));
  });

  it('leaves the labels and highlights of Form 1 alone', () => {
    for (const seed of SEEDS) {
      const { buckets, hasHighlights } = varietyOf(seed, 1);
      expect([buckets, hasHighlights]).toEqual([OWN_CHOICES.buckets, OWN_CHOICES.hasHighlights]);
    }
  });

  it('has a text for each choice that is not the own one', () => {
    expect(textsOf(OWN_CHOICES)).toEqual([]);
    for (const seed of SEEDS) {
      const variety = varietyOf(seed, 2);
      const made = CHOICES.filter(([choice]) => isChosen(choice, variety));
      expect(textsOf(variety)).toHaveLength(made.length);
    }
  });

  it('comes from gaps of the description and from conforming variants', () => {
    const gaps: readonly { id: string }[] = parse(readFileSync('openapi/gaps.yaml', 'utf8'));
    const known = new Set([...gaps, ...VARIANTS].map(({ id }) => id));
    expect(
      Object.values(POINTS)
        .map(([source]) => source)
        .filter((source) => !known.has(source)),
    ).toEqual([]);
  });
});
