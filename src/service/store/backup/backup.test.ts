import { DatabaseSync } from 'node:sqlite';
import type { DatabaseAddress } from '../open-store.ts';
import { temporaryFiles } from '../sqlite/temporary-folder.fixture.ts';
import { type BackedUpEngine, describeBackups, describeRestores } from '../suite/backup.suite.ts';

const path = temporaryFiles();

const SQLITE: BackedUpEngine = {
  newAddress: () => ({ engine: 'sqlite', file: path('store.sqlite') }),
  async execute(address: DatabaseAddress, sql: string) {
    const connection = new DatabaseSync(address.engine === 'sqlite' ? address.file : '');
    connection.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    connection.close();
  },
};

describeBackups('on SQLite', SQLITE, path);
describeRestores('from SQLite to SQLite', SQLITE, SQLITE, path);
