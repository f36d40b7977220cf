import { describe, expect, it } from 'vitest';
import { blamedHere, blamedParts, explanationsOf, type Part } from './range-differences.ts';

describe('the parts of a range that are blamed', () => {
  it.each<[string, readonly (readonly Part[])[], readonly Part[]]>([
    ['nothing', [], []],
    ['the only explanation', [['since'], ['since', 'complete']], ['since']],
    ['an end rather than lost reports', [['until', 'complete']], ['until']],
    [
      'what explains most',
      [
        ['since', 'complete'],
        ['until', 'complete'],
      ],
      ['complete'],
    ],
    ['the end that another response shows', [['since', 'until', 'complete'], ['until']], ['until']],
    ['lost reports if nothing is left', [['since', 'until', 'complete']], ['complete']],
    ['both ends', [['since'], ['until']], ['since', 'until']],
  ])('%s', (_title, differences, parts) => {
    expect([...blamedParts(differences)].sort()).toEqual([...parts].sort());
  });
});

describe('a range that is cut at a time of its first day', () => {
  const cut = {
    differences: [{ parts: ['since', 'complete'] as const, cut: { end: 'since' as const, minute: 10 * 60 } }],
    outermost: { since: 8 * 60 },
  };

  it.each<[string, { since?: number; until?: number }, readonly Part[]]>([
    ['has lost reports if another one is right and begins as early', { since: 10 * 60 }, ['complete']],
    ['may begin late if the other one begins later', { since: 10 * 60 + 1 }, ['since', 'complete']],
    ['may begin late if the other one has only its last day', { until: 9 * 60 }, ['since', 'complete']],
  ])('%s', (_title, outermost, parts) => {
    expect(explanationsOf(cut, [cut, { differences: [], outermost }])).toEqual([parts]);
  });

  it('has lost reports even if another one has lost whole days', () => {
    const shorter = { differences: [{ parts: ['since'] as const }], outermost: { since: 8 * 60 } };
    const all = [cut, { differences: [], outermost: { since: 8 * 60 } }, shorter];
    const blamed = blamedParts(all.flatMap((one) => explanationsOf(one, all)));
    expect(all.map((one) => [...blamedHere(explanationsOf(one, all), blamed)])).toEqual([
      ['complete'],
      [],
      ['since'],
    ]);
  });
});
