import { asOperator, describePostgres, postgresAddresses } from '../postgres/server.fixture.ts';
import { temporaryFiles } from '../sqlite/temporary-folder.fixture.ts';
import { type BackedUpEngine, describeBackups, describeRestores } from '../suite/backup.suite.ts';

describePostgres('on PostgreSQL', () => {
  const path = temporaryFiles();
  const newAddress = postgresAddresses();

  const POSTGRES: BackedUpEngine = {
    newAddress,
    async execute(address, sql) {
      if (address.engine === 'postgres') await asOperator(address, sql);
    },
  };
  const SQLITE: BackedUpEngine = {
    newAddress: () => ({ engine: 'sqlite', file: path('store.sqlite') }),
    execute: () => Promise.reject(new Error('tested without PostgreSQL')),
  };

  describeBackups('on PostgreSQL', POSTGRES, path);
  describeRestores('from PostgreSQL to PostgreSQL', POSTGRES, POSTGRES, path);
  describeRestores('from PostgreSQL to SQLite', POSTGRES, SQLITE, path);
  describeRestores('from SQLite to PostgreSQL', SQLITE, POSTGRES, path);
});
