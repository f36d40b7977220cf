import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract, resolvePointer } from './contract.ts';
import { coverage, uncoveredLines } from './coverage.ts';
import { requirements } from './requirements.ts';
import type { Form } from './types.ts';

const description = new URL('../../../shared/service-description.txt', import.meta.url);
const gaps: readonly { readonly id: string }[] = parse(
  readFileSync(new URL('../../openapi/gaps.yaml', import.meta.url), 'utf8'),
);

describe('the catalogue of requirements', () => {
  it('has an id of its own for each', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
    'points with %s at a place in the documents',
    (_id, { at, form }) => {
      const forms: readonly Form[] = form === undefined ? [1, 2] : [form];
      for (const one of forms) expect(resolvePointer(loadContract(one).document, at)).toBeDefined();
    },
  );
});

describe('coverage of the service description', () => {
  it('names requirements and gaps that exist, and each requirement somewhere', () => {
    const ids = new Set(requirements.map(({ id }) => id));
    const gapIds = new Set(gaps.map(({ id }) => id));
    const named = coverage.flatMap((entry) => entry.requirements ?? []);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    expect(coverage.flatMap((entry) => entry.gaps ?? []).filter((id) => !gapIds.has(id))).toEqual([]);
    // That nothing fails on the server goes without saying, so no line says it
    expect([...ids].filter((id) => !named.includes(id))).toEqual(['http.no-server-error']);
  });

  if (existsSync(description)) {
    it('accounts for every line', () => {
      expect(uncoveredLines(readFileSync(description, 'utf8'))).toEqual([]);
    });
  } else {
    it.skip('accounts for every line: SKIPPED, ../shared/service-description.txt is not at hand', () => {});
    console.warn(
      'The line-by-line check of the service description was SKIPPED: ../shared/service-description.txt is not at hand.',
    );
  }

  it('notices a line that was added or changed', () => {
    expect(uncoveredLines('# Title\n\nEverything is free of charge.')).toContainEqual(
      expect.stringMatching(/^line 3 has changed: its hash is [0-9a-f]{8}$/),
    );
  });
});
