import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/service/store/postgres/postgres-store.ts';
import { describePostgres, renewedPostgresStores } from '../../src/service/store/postgres/server.fixture.ts';
import { importViolations, type TwoDatabases } from './check-import.ts';
import { IMPORT_KINDS } from './import-damage.ts';
import type { ImportFile } from './import-reports.ts';
import { runs, seedOfToday } from './seed.ts';

const FILES = runs(6);
const INT8 = 20;
const seed = seedOfToday();
let folder = '';

/** PostgreSQL refuses a valid file that contains U+0000. */
function storable(file: ImportFile): ImportFile {
  const hasNul = file.reports?.some(({ photo }) => photo?.caption.includes('\u0000')) ?? false;
  return hasNul ? { ...file, reports: null } : file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterAll(() => rm(folder, { recursive: true }));

describePostgres(`files to import into PostgreSQL, repeated with FUZZ_SEED=${seed}`, () => {
  const stores = { first: renewedPostgresStores(), second: renewedPostgresStores() };

  async function newDatabases(): Promise<TwoDatabases> {
    const addresses = { first: await stores.first(), second: await stores.second() };
    const client = new pg.Client({
      connectionString: addresses.first.url,
      options: `-c search_path=${addresses.first.schema}`,
      types: {
        getTypeParser: (type, format) =>
          type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
      },
    });
    await client.connect();
    return {
      open: (which) => openPostgresStore(addresses[which], { create: false }),
      rows: async (text) => (await client.query({ text, rowMode: 'array' })).rows as unknown[][],
      remove: () => client.end(),
    };
  }

  it.each(Object.entries(IMPORT_KINDS))(
    '%s: all or nothing is stored, and errors say where',
    async (_kind, files) => {
      const property = fc.asyncProperty(files, async (file) => {
        expect(await importViolations(await newDatabases(), join(folder, 'file'), storable(file))).toEqual(
          [],
        );
      });
      await fc.assert(property, { seed, numRuns: FILES });
    },
  );
});
