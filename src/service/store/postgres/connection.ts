/** Runs statements on the server, over pools of connections, with time limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { Availability } from './availability.ts';
import { within } from './deadline.ts';
import { explained, isUnavailable } from './errors.ts';
import {
  CHECK_AFTER,
  CLOSE_TIMEOUT,
  FIRST_CONTACT,
  GRACE,
  LOCK_TIMEOUT,
  URGENT_LIMIT,
  URGENT_TIMEOUT,
} from './limits.ts';
import {
  noResponse,
  probe,
  type RequestPools,
  requestPools,
  sessionPool,
  singleConnection,
  verifySessions,
} from './pools.ts';

/** Runs statements: the pool, or one connection in a transaction. */
export interface Statements {
  /** The rows of a statement. `Row` names its columns. The server keeps the plan of a statement with a name. */
  rows<Row extends QueryResultRow>(
    statement: string | Statement,
    ...values: readonly unknown[]
  ): Promise<Row[]>;
  /** Runs a statement and returns how many rows it affected. */
  run(statement: string, ...values: readonly unknown[]): Promise<number>;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  /** A small statement that requests wait for: it has connections of its own, and less time. */
  readonly urgent?: boolean;
}

/** The connection of one export or import; closing the database ends it too. */
export interface Session extends Statements {
  /** Ends the connection; a second call does nothing. */
  end(): void;
}

/** A connection in use. */
interface Lease {
  readonly pool: Pool;
  readonly client: PoolClient;
  /** Returns the connection to its pool, or destroys it, which fails its statement; a second call does nothing. */
  release(destroy?: boolean): void;
}

/**
 * The connections to a server. During an outage every call fails at once with `StoreError` `unavailable`, while the database
 * reconnects in the background, with growing pauses up to half a second.
 */
export class Database implements Statements {
  readonly address: PostgresAddress;
  readonly #onError: (error: unknown) => void;
  readonly #availability: Availability;
  readonly #sessions: Pool;
  readonly #leases = new Set<Lease>();
  #requests: RequestPools;
  #closed = false;

  /** `onError` is called with errors that no call returns, such as that of an outage or a lost idle connection. */
  constructor(address: PostgresAddress, onError: (error: unknown) => void = () => undefined) {
    this.address = address;
    this.#onError = onError;
    this.#requests = requestPools(address, (error) => this.#idleLost(error));
    this.#sessions = sessionPool(address, (error) => this.#idleLost(error));
    this.#availability = new Availability(
      () => probe(address),
      (error) => this.#lost(error),
    );
  }

  /**
   * Connects, with more patience than later; rejects with the reason if that is impossible, or if a pooler keeps the database
   * from having sessions of its own.
   */
  static async open(address: PostgresAddress, onError?: (error: unknown) => void): Promise<Database> {
    const database = new Database(address, onError);
    try {
      await database.#using(() => verifySessions(address, FIRST_CONTACT));
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  get closed(): boolean {
    return this.#closed;
  }

  rows<Row extends QueryResultRow>(
    statement: string | Statement,
    ...values: readonly unknown[]
  ): Promise<Row[]> {
    return this.#using(async () => (await this.#send<Row>(statement, values)).rows);
  }

  run(statement: string, ...values: readonly unknown[]): Promise<number> {
    return this.#using(async () => (await this.#send(statement, values)).rowCount ?? 0);
  }

  /** Runs a statement as `rows` does, and undoes what it has changed. */
  async rehearse(statement: Statement, ...values: readonly unknown[]): Promise<void> {
    await this.#using(() => this.#send(statement, values, undone));
  }

  /** Passes an error that no call returns to `onError`. */
  report(error: unknown): void {
    if (!this.#closed) this.#onError(explained(error, this.address.shown));
  }

  /** Runs `work` in a transaction, which may wait for locks as long as it may run; rolls back if it throws. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#using(async () => {
      const lease = await this.#lease(this.#requests.computing);
      try {
        const begin = `BEGIN; SET LOCAL lock_timeout = ${this.address.statementTimeout}`;
        const result = await inTransaction(statementsOf(lease.client), work, begin);
        lease.release();
        return result;
      } finally {
        // The state of the connection is unknown after a failure, so it is not reused.
        lease.release(true);
      }
    });
  }

  /** A separate connection, without a time limit for its statements. */
  session(): Promise<Session> {
    return this.#using(async () => this.#sessionOn(await this.#lease(this.#sessions), (running) => running));
  }

  /** A separate connection in a read-only transaction on one snapshot, with the time limits of requests. */
  snapshotSession(): Promise<Session> {
    return this.#using(async () => {
      const lease = await this.#lease(this.#sessions);
      const { statementTimeout } = this.address;
      const session = this.#sessionOn(lease, (running) => this.#computing(running));
      try {
        await session.run(
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
           SET LOCAL statement_timeout = ${statementTimeout}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`,
        );
      } catch (error) {
        session.end();
        throw error;
      }
      return session;
    });
  }

  /** A connection outside of the pools, for notifications; the caller connects and ends it. */
  listener(): pg.Client {
    return singleConnection(this.address);
  }

  /** Ends all connections, after a second for the statements that still run; sessions end at once. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#availability.stop();
    this.#endLeases(({ pool }) => pool === this.#sessions);
    const pools = [...Object.values(this.#requests), this.#sessions];
    const ended = Promise.all(pools.map((pool) => pool.end()));
    await Promise.race([ended, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    this.#endLeases(() => true);
  }

  async #send<Row extends QueryResultRow>(
    statement: string | Statement,
    values: readonly unknown[],
    around: typeof undone = (_, run) => run(),
  ): Promise<QueryResult<Row>> {
    const urgent = typeof statement !== 'string' && statement.urgent === true;
    const begun = performance.now();
    const lease = await this.#lease(urgent ? this.#requests.urgent : this.#requests.computing);
    try {
      const query = { ...textOf(statement), values: [...values] };
      const running = around(lease.client, () => lease.client.query<Row>(query));
      const result = await (urgent
        ? this.#urgently(running, URGENT_LIMIT - (performance.now() - begun))
        : this.#computing(running));
      lease.release();
      return result;
    } catch (error) {
      // After an error that the server has sent, the connection is as good as before.
      lease.release(!(error instanceof pg.DatabaseError) || isUnavailable(error));
      throw error;
    }
  }

  #urgently<T>(running: Promise<T>, limit: number): Promise<T> {
    return within(limit, running, () =>
      // With less time than the server's own limit, because it waited for a connection, the statement may just be slow.
      limit >= URGENT_TIMEOUT + GRACE ? this.#stalled(limit) : this.#busy(),
    );
  }

  /** A call that waits for a result for a while checks that the server still responds. */
  async #computing<T>(running: Promise<T>): Promise<T> {
    const limit = this.address.statementTimeout + GRACE;
    const checking = setInterval(() => this.#availability.doubt(), CHECK_AFTER);
    try {
      return await within(limit, running, () => this.#stalled(limit));
    } finally {
      clearInterval(checking);
    }
  }

  /** The server has not even canceled a statement, so other connections to it may be dead, too. */
  #stalled(limit: number): Error {
    this.#renewPools();
    return noResponse(limit);
  }

  #busy(): StoreError {
    return new StoreError('busy', `all connections to the database ${this.address.shown} are in use`);
  }

  async #lease(pool: Pool): Promise<Lease> {
    const client = await pool.connect();
    let held = true;
    const lease: Lease = {
      pool,
      client,
      release: (destroy = false) => {
        if (!held) return;
        held = false;
        this.#leases.delete(lease);
        client.release(destroy);
      },
    };
    this.#leases.add(lease);
    if (this.#closed) lease.release(true);
    return lease;
  }

  #endLeases(chosen: (lease: Lease) => boolean): void {
    for (const lease of [...this.#leases]) if (chosen(lease)) lease.release(true);
  }

  #sessionOn(lease: Lease, bounded: <T>(running: Promise<T>) => Promise<T>): Session {
    const { rows, run } = statementsOf(lease.client);
    return {
      rows: <Row extends QueryResultRow>(...given: Parameters<typeof rows>) =>
        this.#explaining(() => bounded(rows<Row>(...given))),
      run: (...given) => this.#explaining(() => bounded(run(...given))),
      end: () => lease.release(true),
    };
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    if (this.#closed) throw new StoreError('closed', `the database ${shown} has been closed`);
    if (this.#availability.isAway) {
      throw new StoreError('unavailable', `the database ${shown} does not respond; reconnecting`);
    }
    return this.#explaining(work);
  }

  async #explaining<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    try {
      return await work();
    } catch (error) {
      if (this.#closed) {
        throw new StoreError('closed', `the database ${shown} was closed meanwhile`, { cause: error });
      }
      if (isUnavailable(error)) this.#availability.doubt();
      throw explained(error, shown);
    }
  }

  #idleLost(error: Error): void {
    this.report(error);
    if (isUnavailable(error)) this.#availability.doubt();
  }

  /** Nothing that still runs would get a response, and the network may not say so. */
  #lost(error: unknown): void {
    this.report(error);
    this.#renewPools();
    this.#endLeases(() => true);
  }

  /** Replaces the idle connections; statements that run can finish. */
  #renewPools(): void {
    if (this.#closed) return;
    const old = Object.values(this.#requests);
    this.#requests = requestPools(this.address, (error) => this.#idleLost(error));
    for (const pool of old) pool.end().catch((error: unknown) => this.report(error));
  }
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

/** Runs `run` in a transaction that is rolled back. */
async function undone<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    return await run();
  } finally {
    await client.query('ROLLBACK');
  }
}

function statementsOf(client: PoolClient): Statements {
  return {
    async rows<Row extends QueryResultRow>(statement: string | Statement, ...values: readonly unknown[]) {
      const { rows } = await client.query<Row>({ ...textOf(statement), values: [...values] });
      return rows;
    },
    async run(statement, ...values) {
      const { rowCount } = await client.query(statement, [...values]);
      return rowCount ?? 0;
    },
  };
}

function textOf(statement: string | Statement): { readonly name?: string; readonly text: string } {
  return typeof statement === 'string' ? { text: statement } : { name: statement.name, text: statement.text };
}
