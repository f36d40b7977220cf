import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Form, loadContract, resolvePointer } from './contract.ts';
import { changedSentences, coverage, uncovered } from './coverage.ts';
import { endpointsOf } from './operations.ts';
import { requirementRecords, requirements } from './requirements.ts';

/** The description is not part of the project. The test compares it if it is next to the checkout. */
const descriptions = [new URL('../../../shared/service-description.txt', import.meta.url)].filter((file) =>
  existsSync(file),
);
const gaps: readonly { readonly id: string }[] = parse(
  readFileSync(new URL('../../openapi/gaps.yaml', import.meta.url), 'utf8'),
);

describe('the requirements', () => {
  it('have unique ids', () => {
    const ids = requirementRecords.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it.each(requirementRecords)('$id points at an existing part of the documents', ({ at, form }) => {
    const forms: readonly Form[] = form === undefined ? [1, 2] : [form];
    for (const one of forms) expect(resolvePointer(loadContract(one).document, at)).toBeDefined();
  });

  it.each(requirements)('$id names endpoints that a form has', ({ endpoints }) => {
    const known = [...endpointsOf(1), ...endpointsOf(2)];
    expect(endpoints.filter((endpoint) => !known.includes(endpoint))).toEqual([]);
  });
});

describe('coverage of the API description', () => {
  const listed = new Set(coverage.map(({ at }) => at));

  it('lists each sentence once, with a digest', () => {
    expect(listed.size).toBe(coverage.length);
    expect(coverage.length).toBeGreaterThan(100);
    for (const { digest } of coverage) expect(digest).toMatch(/^[0-9a-f]{12}$/);
  });

  it('has a requirement, a gap or a reason for every sentence', () => {
    expect(uncovered(coverage)).toEqual([]);
  });

  it('names gaps and sentences that exist', () => {
    const ids = new Set(gaps.map(({ id }) => id));
    expect(coverage.flatMap((one) => one.gaps ?? []).filter((id) => !ids.has(id))).toEqual([]);
    expect(requirementRecords.flatMap(({ made }) => made).filter((at) => !listed.has(at))).toEqual([]);
  });

  it.each(descriptions)('agrees with the text of the description', (file) => {
    expect(changedSentences(readFileSync(file, 'utf8'), coverage)).toEqual([]);
  });

  it('notices a sentence without requirement or gap, and an exclusion of a covered one', () => {
    const sentence = { at: 'Limits 9', digest: '0'.repeat(12) };
    expect(uncovered([sentence], [])).toEqual(['Limits 9: neither a requirement nor a gap names it']);
    expect(uncovered([sentence], [{ made: ['Limits 9'] }])).toEqual([]);
    expect(uncovered([{ ...sentence, excluded: 'no' }], [{ made: ['Limits 9'] }])).toEqual([
      'Limits 9: excluded, but covered',
    ]);
  });

  it('notices a sentence that was changed, added or removed, but ignores white space', () => {
    const text = '## Use\n\n- It is  free. Nobody pays.\n\n| a |\n|---|\n| 1 |\n';
    const asListed = [
      { at: 'Use 1.1', digest: 'fca48e428bbc' },
      { at: 'Use 1.2', digest: '000000000000' },
      { at: 'Use 3', digest: '000000000000' },
    ];
    expect(changedSentences(text, asListed)).toEqual([
      expect.stringMatching(/^Use 1\.2: changed, its digest is [0-9a-f]{12}$/),
      expect.stringMatching(/^Use 2: not listed, /),
      'Use 3: not in the description',
    ]);
  });
});
