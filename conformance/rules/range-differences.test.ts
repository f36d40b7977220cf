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
    const responses = [{ differences, shown: new Set<Part>() }];
    expect([...blamedParts(responses)].sort()).toEqual([...parts].sort());
  });

  it.each<[string, readonly Part[], Part]>([
    ['lost reports if another response shows the end right', ['since', 'until', 'complete'], 'complete'],
    ['the end if the other response shows only the other end', ['until', 'complete'], 'since'],
  ])('%s', (_title, shown, part) => {
    const cut = {
      differences: [['since', 'complete'] as const],
      shown: new Set<Part>(['since', 'complete']),
    };
    const right = { differences: [], shown: new Set(shown) };
    expect([...blamedParts([cut, right])]).toEqual([part]);
  });
});
