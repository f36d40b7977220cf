/** Runs statements on the server, over pools of connections, with time limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool, type QueryResult, type QueryResultRow } from 'pg';
import type { NamedQuery } from '../accounts/statements.ts';
import { StoreError } from '../errors.ts';
import type { PoolUse } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { Availability } from './availability.ts';
import { within } from './deadline.ts';
import { explained, isUnavailable } from './errors.ts';
import { type Lease, Leases, type Session, type Statements, statementsOf, textOf, undone } from './leases.ts';
import {
  CHECK_AFTER,
  CLOSE_TIMEOUT,
  FIRST_CONTACT,
  GRACE,
  LOCK_TIMEOUT,
  URGENT_LIMIT,
  URGENT_TIMEOUT,
} from './limits.ts';
import { noResponse, probe, type RequestPools, requestPools, sessionPool, verifySessions } from './pools.ts';

/**
 * The connections to a server. During an outage every call fails at once with `StoreError` `unavailable`, while the database
 * reconnects in the background, with growing pauses up to half a second.
 */
export class Database implements Statements {
  readonly address: PostgresAddress;
  readonly #onError: (error: unknown) => void;
  readonly #availability: Availability;
  readonly #sessions: Pool;
  readonly #leases = new Leases();
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

  rows<Row extends QueryResultRow>(
    statement: string | NamedQuery,
    ...values: readonly unknown[]
  ): Promise<Row[]> {
    return this.#using(async () => (await this.#send<Row>(statement, values)).rows);
  }

  run(statement: string, ...values: readonly unknown[]): Promise<number> {
    return this.#using(async () => (await this.#send(statement, values)).rowCount ?? 0);
  }

  /** Runs a statement as `rows` does, and undoes what it has changed. */
  async rehearse(statement: NamedQuery, ...values: readonly unknown[]): Promise<void> {
    await this.#using(() => this.#send(statement, values, undone));
  }

  poolUse(): readonly PoolUse[] {
    return Object.entries({ ...this.#requests, sessions: this.#sessions }).map(([pool, of]) => ({
      pool,
      inUse: of.totalCount - of.idleCount,
      limit: of.options.max,
      waiting: of.waitingCount,
    }));
  }

  /** Passes an error that no call returns to `onError`. */
  report(error: unknown): void {
    if (!this.#closed) this.#onError(explained(error, this.address.shown));
  }

  /** Runs `work` in a transaction, which may wait for locks as long as a statement may run; rolls back if it throws. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#using(async () => {
      const lease = await this.#leases.take(this.#requests.computing);
      const statements = statementsOf(lease.client, (running) => this.#computing(running));
      try {
        await statements.run(`BEGIN; SET LOCAL lock_timeout = ${this.address.statementTimeout}`);
        const result = await work(statements);
        await statements.run('COMMIT');
        lease.release();
        return result;
      } catch (error) {
        // Rolls back, too: on a dead connection, ROLLBACK would wait as long again.
        lease.release(true);
        throw error;
      }
    });
  }

  /** A separate connection, without a time limit for its statements. */
  session(): Promise<Session> {
    return this.#using(async () =>
      this.#sessionOn(await this.#leases.take(this.#sessions), (running) => running),
    );
  }

  /** A separate connection in a read-only transaction on one snapshot, with the time limits of requests. */
  snapshotSession(): Promise<Session> {
    return this.#using(async () => {
      const lease = await this.#leases.take(this.#sessions);
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

  /** Ends all connections, after a second for the statements that still run; sessions end at once. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#availability.stop();
    this.#leases.close(this.#sessions);
    const pools = [...Object.values(this.#requests), this.#sessions];
    const ended = Promise.all(pools.map((pool) => pool.end()));
    await Promise.race([ended, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    this.#leases.end();
  }

  async #send<Row extends QueryResultRow>(
    statement: string | NamedQuery,
    values: readonly unknown[],
    around: typeof undone = (_, run) => run(),
  ): Promise<QueryResult<Row>> {
    const urgent = typeof statement !== 'string' && statement.urgent === true;
    const begun = performance.now();
    const lease = await this.#leases.take(urgent ? this.#requests.urgent : this.#requests.computing);
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
      limit >= URGENT_TIMEOUT + GRACE
        ? this.#stalled(limit)
        : new StoreError('busy', `all connections to the database ${this.address.shown} are in use`),
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

  #sessionOn(lease: Lease, bounded: <T>(running: Promise<T>) => Promise<T>): Session {
    const { rows, run } = statementsOf(lease.client, bounded);
    return {
      rows: <Row extends QueryResultRow>(...given: Parameters<typeof rows>) =>
        this.#explaining(() => rows<Row>(...given)),
      run: (...given) => this.#explaining(() => run(...given)),
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
    this.#leases.end();
  }

  /** Replaces the idle connections; statements that run can finish. */
  #renewPools(): void {
    if (this.#closed) return;
    const old = Object.values(this.#requests);
    this.#requests = requestPools(this.address, (error) => this.#idleLost(error));
    for (const pool of old) pool.end().catch((error: unknown) => this.report(error));
  }
}
