/** Layouts of two versions. The tables have names that the program has, too: others are not qualified. */
import type { PostgresAddress } from './address.ts';
import { Database } from './connection.ts';
import { migrate } from './migrations.ts';
import type { Layout } from './schema.ts';

export const FIRST: Layout = {
  create: 'CREATE TABLE fact (x integer); INSERT INTO fact VALUES (1)',
  steps: [{ name: 'first', sql: null }],
};
export const SECOND: Layout = {
  create: `${FIRST.create}; CREATE TABLE memo (y integer)`,
  steps: [...FIRST.steps, { name: 'second', sql: 'CREATE TABLE memo (y integer)' }],
};

/** Updates a schema to a layout, or makes it. */
export async function migrated(address: PostgresAddress, layout: Layout): Promise<void> {
  await Database.at(address, (database) => migrate(database, layout, { create: true, update: true }));
}
