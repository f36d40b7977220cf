import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf, SEED } from '../../../../tools/testing/seed.fixture.ts';
import { importViolations } from './check-import.fixture.ts';
import { IMPORT_KINDS } from './import-damage.fixture.ts';

const FILES = runsOf(12);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe(`files to import, repeated with TEST_SEED=${SEED}`, () => {
  it.each(Object.entries(IMPORT_KINDS))(
    '%s: all or nothing is stored, and errors say where',
    async (_kind, files) => {
      const property = fc.asyncProperty(files, async (file) => {
        expect(await importViolations(folder, file)).toEqual([]);
      });
      await fc.assert(property, { seed: SEED, numRuns: FILES });
    },
  );
});
