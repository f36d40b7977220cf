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
    const response = { differences: differences.map((one) => ({ parts: one })), outermost: {} };
    expect([...blamedParts([response])].sort()).toEqual([...parts].sort());
  });

  it.each<[string, { since?: number; until?: number }, Part]>([
    ['lost reports if another response shows that time of its first day', { since: 9 * 60 }, 'complete'],
    ['the end if another response shows only later times of its first day', { since: 10 * 60 + 1 }, 'since'],
    ['the end if another response shows only its last day', { until: 9 * 60 }, 'since'],
  ])('%s', (_title, outermost, part) => {
    const cut = {
      differences: [{ parts: ['since', 'complete'] as const, cutAt: 10 * 60 }],
      outermost: { since: 8 * 60 },
    };
    expect([...blamedParts([cut, { differences: [], outermost }])]).toEqual([part]);
  });
});
