/** Statements on a connection. */
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { NamedQuery } from '../statements.ts';
import { GRACE } from './limits.ts';

/** Runs statements: the pool, or one connection in a transaction. */
export interface Statements {
  /** The rows of a statement. `Row` names its columns. */
  rows<Row extends QueryResultRow>(
    statement: string | NamedQuery,
    ...values: readonly unknown[]
  ): Promise<Row[]>;
  /** Runs a statement and returns how many rows it affected. */
  run(statement: string, ...values: readonly unknown[]): Promise<number>;
}

/** The connection of one export or import; closing the database ends it too. */
export interface Session extends Statements, Disposable {}

/** A statement whose connection is unusable if no response arrives within `query_timeout` milliseconds; 0 is no limit. */
export interface TimedQuery extends QueryConfig<unknown[]> {
  readonly query_timeout: number;
}

/** Runs statements on a connection, without names, with a limit in milliseconds for each response; 0 is none. */
export function statementsOf(client: PoolClient, textOf: (sql: string) => string, limit: number): Statements {
  const query = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => {
    const config: TimedQuery = { text: textOf(text), values: [...values], query_timeout: limit };
    return client.query<Row>(config);
  };
  return {
    async rows<Row extends QueryResultRow>(statement: string | NamedQuery, ...values: readonly unknown[]) {
      return (await query<Row>(typeof statement === 'string' ? statement : statement.text, values)).rows;
    },
    async run(statement, ...values) {
      return (await query(statement, values)).rowCount ?? 0;
    },
  };
}

/**
 * Runs a statement in a transaction, and sends both together. The server cancels a statement in time for its response to arrive within
 * `query_timeout`; otherwise the connection is destroyed.
 */
export async function inOneTrip<Row extends QueryResultRow>(
  client: PoolClient,
  query: TimedQuery,
  end: 'COMMIT' | 'ROLLBACK',
): Promise<QueryResult<Row>> {
  const { query_timeout } = query;
  const limit = Math.max(1, Math.floor(query_timeout - GRACE));
  const begin: TimedQuery = { text: `BEGIN; SET LOCAL statement_timeout = ${limit}`, query_timeout };
  const last: TimedQuery = { text: end, query_timeout };
  const { stream } = client.connection;
  stream.cork();
  const sent = [client.query(begin), client.query<Row>(query), client.query(last)] as const;
  stream.uncork();
  const [begun, run, ended] = await Promise.allSettled(sent);
  for (const one of [begun, run, ended]) if (one.status === 'rejected') throw one.reason;
  return (run as PromiseFulfilledResult<QueryResult<Row>>).value;
}

/** Runs `work` between BEGIN and COMMIT on one connection; rolls back if it throws. */
export async function inTransaction<T, S extends Statements>(
  statements: S,
  work: (statements: S) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await statements.run(begin);
  try {
    const result = await work(statements);
    await statements.run('COMMIT');
    return result;
  } catch (error) {
    // If the connection is lost, the server rolls back automatically.
    await statements.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Runs statements one by one: Citus takes no texts of several. None has a semicolon inside. */
export async function runEach(statements: Statements, sql: string): Promise<void> {
  for (const one of sql.split(';')) if (one.trim() !== '') await statements.run(one);
}
