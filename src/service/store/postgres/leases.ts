/** Connections in use, and the statements that run on them. */
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { NamedQuery } from '../accounts/statements.ts';

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
export interface Session extends Statements {
  /** Ends the connection; a second call does nothing. */
  end(): void;
}

/** A connection in use. */
export interface Lease {
  readonly client: PoolClient;
  /** Returns the connection to its pool, or destroys it, which fails its statement; a second call does nothing. */
  release(destroy?: boolean): void;
}

/** All connections in use. */
export class Leases {
  readonly #all = new Set<Lease>();
  #closed = false;

  async take(pool: Pool): Promise<Lease> {
    const client = await pool.connect();
    const lease: Lease = {
      client,
      release: (destroy = false) => {
        if (this.#all.delete(lease)) client.release(destroy);
      },
    };
    this.#all.add(lease);
    if (this.#closed) lease.release(true);
    return lease;
  }

  /** Destroys from now on each connection that is taken. */
  close(): void {
    this.#closed = true;
  }

  /** Destroys all connections in use. */
  end(): void {
    for (const lease of [...this.#all]) lease.release(true);
  }
}

/** Runs statements on a connection, without names; `bounded` may give them a time limit. */
export function statementsOf(
  client: PoolClient,
  textOf: (sql: string) => string,
  bounded: <T>(running: Promise<T>) => Promise<T>,
): Statements {
  const query = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) =>
    bounded(client.query<Row>({ text: textOf(text), values: [...values] }));
  return {
    async rows<Row extends QueryResultRow>(statement: string | NamedQuery, ...values: readonly unknown[]) {
      return (await query<Row>(typeof statement === 'string' ? statement : statement.text, values)).rows;
    },
    async run(statement, ...values) {
      return (await query(statement, values)).rowCount ?? 0;
    },
  };
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

/** Runs `run` in a transaction that is rolled back. */
export async function undone<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    return await run();
  } finally {
    await client.query('ROLLBACK');
  }
}
