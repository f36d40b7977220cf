import { apiKeyPrefix, hashApiKey, newApiKey } from '../../src/service/keys/api-key.ts';
import { openStore, parseDatabaseAddress } from '../../src/service/store/open-store.ts';
import { PostgresServer } from '../../tools/postgres-server/postgres-server.ts';
import { runProgram } from './sqlite-database.ts';

/** Calls `use` with a new PostgreSQL server that has simulated reports, and with a key; removes the server afterwards. */
export async function withPostgres<T>(
  quota: number,
  use: (url: string, key: string) => Promise<T>,
): Promise<T> {
  const server = await PostgresServer.create();
  await server.start();
  const url = `${server.url}?schema=headcount`;
  try {
    await runProgram(['simulate', '--weeks', '3', '--database', url]);
    const store = await openStore(parseDatabaseAddress(url), { create: false });
    const key = newApiKey();
    const account = { email: 'bench@university.example', createdAt: 0, quota };
    await store.issueKey({ hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...account });
    await store.close();
    return await use(url, key);
  } finally {
    await server.remove();
  }
}
