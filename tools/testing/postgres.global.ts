import type { TestProject } from 'vitest/node';
import { PostgresServer } from '../postgres-server/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that all tests share; null if there is none for this platform. */
    readonly postgresUrl: string | null;
  }
}

/** Provides the server in HEADCOUNT_TEST_POSTGRES, or starts one for the whole run. */
export default async function providePostgres({
  provide,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env['HEADCOUNT_TEST_POSTGRES'];
  if (named !== undefined || !(await PostgresServer.isAvailable())) {
    provide('postgresUrl', named ?? null);
    return undefined;
  }
  const server = await PostgresServer.create();
  // Its data need not survive a power failure.
  await server.start({ fsync: 'off', full_page_writes: 'off' });
  provide('postgresUrl', server.url);
  return () => server.remove();
}
