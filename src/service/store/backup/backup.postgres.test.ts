import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { PostgresAddress } from '../postgres/address.ts';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses } from '../postgres/server.fixture.ts';
import { sqliteUnderTest } from '../sqlite/operator.fixture.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import { temporaryFiles } from '../sqlite/temporary-folder.fixture.ts';
import { LAST_BACKUP } from '../store.ts';
import { type BackedUpEngine, describeBackups, describeRestores } from '../suite/backup.suite.ts';
import { newPhoto, newReport } from '../suite/new-report.fixture.ts';
import { backUp, noteBackup } from './back-up.ts';
import { check } from './check.ts';
import { rehearseRestore, restore } from './restore.ts';
import { TABLES } from './tables.ts';

describePostgres('the tables of a backup', () => {
  const path = temporaryFiles();
  const newAddress = postgresAddresses();

  const POSTGRES: BackedUpEngine = {
    newAddress,
    async execute(address, sql) {
      if (address.engine === 'postgres')
        await asOperator(address, `SET session_replication_role = replica; ${sql}`);
    },
  };
  const SQLITE = sqliteUnderTest(path);

  it('are all tables and columns, except those that are computed', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    const rows = await asOperator<{ name: string }>(
      address,
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = $1
         AND table_name NOT IN ('quarter_count', 'week_count', 'memo', 'data_version', 'headcount_layout')
         AND table_name NOT IN ('sign_in_link', 'session', 'blocked_address', 'staged', 'staged_like')
         AND (table_name, column_name) NOT IN (('request_count', 'granted'), ('request_count', 'quota'))`,
      [address.schema],
    );
    const backedUp = TABLES.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(backedUp.toSorted());
  });

  it('can be noted in the database, whose version stays', async () => {
    const address = newAddress();
    const store = await openPostgresStore(address, { create: true });
    const version = await store.version();
    for (const madeAt of ['2026-11-20T03:15:00Z', '2026-11-21T03:15:00Z']) await noteBackup(address, madeAt);
    expect(await store.checkpoint(LAST_BACKUP)).toBe('2026-11-21T03:15:00Z');
    expect(await store.version()).toBe(version);
    await store.close();
  });

  it('are replaced while the service uses only other schemas of the server', async () => {
    const [accounts, venue] = [newAddress(), newAddress()];
    const service = await openPostgresStore(accounts, { create: true });
    const cafe = await service.beside?.(venue.schema, { create: true });
    const file = path('venue.backup');
    await backUp(venue, file, { force: false, madeAt: '2026-03-02T12:00:00Z', subject: 'venue:cafe' });
    const replaced = (address: PostgresAddress) =>
      rehearseRestore(file, address, { force: true }).then(
        () => 'replaced',
        (error: Error) => error.message,
      );
    for (const address of [accounts, venue])
      await expect
        .poll(() => replaced(address), { timeout: 10_000 })
        .toMatch(
          new RegExp(`the schema ${address.schema} of .* is in use \\(process \\d+ from 127\\.0\\.0\\.1\\)`),
        );
    await cafe?.close();
    expect(await replaced(venue)).toBe('replaced');
    expect(await replaced(accounts)).toContain('in use');
    await service.close();
    expect(await replaced(accounts)).toBe('replaced');
  });

  it('are restored as a whole or not at all', async () => {
    const from = path('wide.sqlite');
    const store = await openSqliteStore(from, { create: true });
    await store.addReports([[newReport({ photo: newPhoto() })]]);
    await store.issueKey({ hash: new Uint8Array(32), prefix: 'a', email: 'a@b.edu', createdAt: 0, quota: 9 });
    await store.deleteEvents(1);
    await store.close();
    const whole = await readFile(from);
    const address = newAddress();
    for (const [sql, problem] of [
      [
        "UPDATE photo SET caption = 'a' || char(0)",
        /photo, where report_id is 1, the field caption contains U\+0000/,
      ],
      [
        "UPDATE api_key SET name = CAST(x'eda080' AS TEXT)",
        /api_key, where id is 1, the field name is not UTF-8/,
      ],
      ["INSERT INTO fact VALUES (char(0), '')", /fact, .*, the field name contains U\+0000/],
      [
        'UPDATE api_key SET quota = 9999999999',
        /a row of the table api_key that does not fit: .*out of range/,
      ],
    ] as const) {
      await writeFile(from, whole);
      await SQLITE.execute({ engine: 'sqlite', file: from }, sql);
      const backup = path('backup');
      await backUp({ engine: 'sqlite', file: from }, backup, {
        force: false,
        madeAt: '2026-03-02T12:00:00Z',
        subject: 'service',
      });
      const message = expect.stringMatching(problem);
      const restoring = restore(backup, address, { force: false });
      await expect(restoring).rejects.toMatchObject({ name: 'BackupError', message });
      await (await openPostgresStore(address, { create: true })).close();
      expect((await check(address)).counts).toMatchObject({ report: 0, fact: 0 });
    }
  });

  describeBackups('on PostgreSQL', POSTGRES, path);
  describeRestores('from PostgreSQL to PostgreSQL', POSTGRES, POSTGRES, path);
  describeRestores('from PostgreSQL to SQLite', POSTGRES, SQLITE, path);
  describeRestores('from SQLite to PostgreSQL', SQLITE, POSTGRES, path);
});
