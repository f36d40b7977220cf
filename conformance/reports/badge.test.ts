import { describe, expect, it } from 'vitest';
import { type BadgeReport, badgeJsonOf, badgeOf } from './badge.ts';

const report = (verdict: BadgeReport['verdict'], fail = 0): BadgeReport => ({
  formJudged: 2,
  verdict,
  level: 'full',
  counts: { pass: 1, fail, warn: 0, 'not-exercised': 0, inconclusive: 0 },
});

describe('a badge', () => {
  it.each([
    [report('success'), 'conforms'],
    [report('partial'), 'partial'],
    [report('failure', 2), 'fails'],
    [report('inconclusive'), 'not checked'],
    [report('broken'), 'not checked'],
    [report('success', 1), '1 known failure'],
    [report('partial', 12), '12 known failures'],
  ] as const)('for %o says "%s", as text, as accessible name and for shields.io', (one, word) => {
    const svg = badgeOf(one);
    expect(svg).toContain(`role="img" aria-label="queue headcount v1 form 2: ${word}"`);
    expect(svg).toContain(`<title>queue headcount v1 form 2: ${word}</title>`);
    expect(svg).toContain(`>${word}</text>`);
    const { label, message, color } = JSON.parse(badgeJsonOf(one));
    expect([label, message]).toEqual(['queue headcount v1 form 2', word]);
    expect(svg).toContain(`fill="#${color}"`);
  });

  it('for the contract level says so', () => {
    const contract: BadgeReport = { ...report('success'), level: 'contract' };
    const label = 'queue headcount v1 form 2, contract level';
    expect(badgeOf(contract)).toContain(`${label}: conforms`);
    expect(JSON.parse(badgeJsonOf(contract))).toMatchObject({ label, message: 'conforms' });
  });

  it('has exactly the members that shields.io reads, and is an error if nothing was checked', () => {
    expect(Object.keys(JSON.parse(badgeJsonOf(report('success'))))).toEqual([
      'schemaVersion',
      'label',
      'message',
      'color',
    ]);
    expect(JSON.parse(badgeJsonOf(report('inconclusive')))).toMatchObject({
      schemaVersion: 1,
      isError: true,
    });
  });
});
