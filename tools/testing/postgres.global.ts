import type { TestProject } from 'vitest/node';
import { PostgresServer } from '../postgres-server/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server that all tests share; null where there is none for this machine. */
    readonly postgresUrl: string | null;
  }
}

/** Provides the server that HEADCOUNT_TEST_POSTGRES names, or starts one for the whole run. */
export default async function providePostgres({
  provide,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env['HEADCOUNT_TEST_POSTGRES'];
  if (named !== undefined || !(await PostgresServer.isAvailable())) {
    provide('postgresUrl', named ?? null);
    return undefined;
  }
  const server = await PostgresServer.create();
  // Its data need not survive the machine.
  await server.start({ fsync: 'off' });
  provide('postgresUrl', server.url);
  return () => server.remove();
}
