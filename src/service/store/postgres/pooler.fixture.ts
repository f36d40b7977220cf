/** Poolers in front of the test's server. */
import { afterAll } from 'vitest';
import { Pooler } from '../../../../tools/postgres-server/pooler.fixture.ts';
import type { PostgresAddress } from './address.ts';

/** A pooler, and the address of the same schema behind it. */
export interface PoolerUnderTest {
  readonly pooler: Pooler;
  readonly address: PostgresAddress;
}

/** Returns a function that starts PgBouncer with settings before a server. */
export function poolers(): (
  direct: PostgresAddress,
  settings: Readonly<Record<string, string>>,
) => Promise<PoolerUnderTest> {
  const created: Pooler[] = [];
  afterAll(async () => {
    await Promise.all(created.map((pooler) => pooler.remove()));
  });
  return async (direct, settings) => {
    const pooler = await Pooler.create(direct.url, settings);
    created.push(pooler);
    const { host, pathname } = new URL(pooler.url);
    return { pooler, address: { ...direct, url: pooler.url, shown: `postgres://${host}${pathname}` } };
  };
}
