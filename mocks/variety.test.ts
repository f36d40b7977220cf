import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIANTS } from '../conformance/reference/variants/variants.ts';
import { OWN_CHOICES, POINTS, textsOf, type Variety, varietyOf } from './variety.ts';

const NAMES = Object.keys(POINTS) as readonly (keyof Variety)[];
const SEEDS = Array.from({ length: 300 }, (_, at) => at + 1);

describe('the variety of a seed', () => {
  it('is a choice for each point, and the same at every time', () => {
    for (const seed of SEEDS) expect(varietyOf(seed, 2)).toEqual(varietyOf(seed, 2));
    expect(Object.keys(varietyOf(1, 1))).toEqual(NAMES);
  });

  it.each(NAMES)('reaches each choice of %s', (name) => {
    const reached = new Set(SEEDS.map((seed) => varietyOf(seed, 2)[name]));
    const [, own, ...others] = POINTS[name];
    expect(reached).toEqual(new Set([own, ...others.map(([choice]) => choice)]));
  });

  it('leaves the labels and highlights of Form 1 alone', () => {
    for (const seed of SEEDS) {
      const { buckets, highlights } = varietyOf(seed, 1);
      expect([buckets, highlights]).toEqual([OWN_CHOICES.buckets, OWN_CHOICES.highlights]);
    }
  });

  it('has a text for each choice that is not the own one', () => {
    expect(textsOf(OWN_CHOICES)).toEqual([]);
    for (const seed of SEEDS) {
      const variety = varietyOf(seed, 2);
      const others = NAMES.filter((name) => variety[name] !== OWN_CHOICES[name]);
      expect(textsOf(variety)).toHaveLength(others.length);
    }
  });

  it('comes from gaps of the description and from conforming variants', () => {
    const gaps: readonly { id: string }[] = parse(readFileSync('openapi/gaps.yaml', 'utf8'));
    const known = new Set([...gaps, ...VARIANTS].map(({ id }) => id));
    expect(NAMES.map((name) => POINTS[name][0]).filter((source) => !known.has(source))).toEqual([]);
  });
});
