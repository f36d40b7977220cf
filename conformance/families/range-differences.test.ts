import { describe, expect, it } from 'vitest';
import { blamedParts, type Part } from './range-differences.ts';

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
