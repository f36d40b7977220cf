/** The connections to a server, which any number of stores share, each with its own schema. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool, type QueryResult, type QueryResultRow } from 'pg';
import { StoreError } from '../errors.ts';
import type { PoolUse } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { Availability } from './availability.ts';
import { ChangeListener } from './change-listener.ts';
import { whenLate, within } from './deadline.ts';
import { explained, isUnavailable } from './errors.ts';
import { writableHost } from './hosts.ts';
import { type Lease, Leases, undone } from './leases.ts';
import {
  CHECK_AFTER,
  CLOSE_TIMEOUT,
  FIRST_CONTACT,
  GRACE,
  PROBE_TIMEOUT,
  URGENT_LIMIT,
  URGENT_TIMEOUT,
} from './limits.ts';
import { cancel, noResponse, type Pools, pools } from './pools.ts';
import { type Query, StatementNames } from './statement-names.ts';

/**
 * No connection has a state that must last, so a pooler may share them. During an outage every call fails at once with `StoreError`
 * `unavailable`, while the server is sought in the background, with growing pauses up to half a second.
 */
export class Server {
  readonly address: PostgresAddress;
  readonly listener: ChangeListener;
  readonly #onError: (error: unknown) => void;
  readonly #availability: Availability;
  readonly #leases = new Leases();
  #url: string;
  #pools: Pools;
  readonly #names = new StatementNames();
  #closed = false;

  private constructor(address: PostgresAddress, url: string, onError: (error: unknown) => void) {
    this.address = address;
    this.#onError = onError;
    this.#url = url;
    this.#pools = this.#newPools();
    this.#availability = new Availability(
      () => this.#seek(),
      (error) => this.#lost(error),
    );
    this.listener = new ChangeListener(this);
  }

  /**
   * Connects, with more patience than later; rejects with the reason if that is impossible. `onError` is called with errors that no call
   * returns, such as that of an outage or a lost idle connection.
   */
  static async connect(
    address: PostgresAddress,
    onError: (error: unknown) => void = () => undefined,
  ): Promise<Server> {
    const url = await writableHost(address, FIRST_CONTACT, { refused: false }).catch((error: unknown) => {
      throw explained(error, address.shown);
    });
    return new Server(address, url, onError);
  }

  /** Where notifications arrive. */
  get listeningUrl(): string {
    const url = new URL(this.#url);
    if (this.address.listen !== '') url.host = this.address.listen;
    return url.href;
  }

  /** Runs a statement on any connection. */
  query<Row extends QueryResultRow>(query: Query, values: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.#using(async () => {
      try {
        return await this.#send<Row>(this.#names.of(query), values);
      } catch (error) {
        if (!this.#names.areUnknown(error)) throw error;
        return await this.#send<Row>(this.#names.of(query), values);
      }
    });
  }

  /** A connection for one transaction; `bounded` gives its statements a time limit. */
  transaction<T>(work: (lease: Lease, bounded: typeof this.bounded) => Promise<T>): Promise<T> {
    return this.#using(async () => {
      const lease = await this.#leases.take(this.#pools.computing);
      try {
        const result = await work(lease, this.bounded);
        lease.release();
        return result;
      } catch (error) {
        // Rolls back, too: on a dead connection, ROLLBACK would wait as long again.
        lease.release(true);
        throw error;
      }
    });
  }

  /** A connection for an export or an import, which keeps it from no request. */
  session(): Promise<Lease> {
    return this.#using(() => this.#leases.take(this.#pools.sessions));
  }

  /** How the connections of all stores are used. */
  poolUse(): readonly PoolUse[] {
    return Object.entries(this.#pools).map(([pool, of]: [string, Pool]) => ({
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

  /** Ends all connections, after a second for the statements that still run. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#availability.stop();
    this.#leases.close();
    const ended = Promise.all([
      this.listener.stop(),
      ...Object.values(this.#pools).map((pool: Pool) => pool.end()),
    ]);
    await Promise.race([ended, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    this.#leases.end();
  }

  /** Translates errors, and looks after the server if one says that it is away. */
  async explaining<T>(work: () => Promise<T>): Promise<T> {
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

  /** Waits for a statement for which the server has a limit, and checks that the server still responds. */
  readonly bounded = async <T>(running: Promise<T>): Promise<T> => {
    const limit = this.address.statementTimeout + GRACE;
    const checking = setInterval(() => this.#availability.doubt(), CHECK_AFTER);
    try {
      return await within(limit, running, () => this.#stalled(limit));
    } finally {
      clearInterval(checking);
    }
  };

  async #send<Row extends QueryResultRow>(
    { text, name, urgent, isRehearsal = false }: Query,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const begun = performance.now();
    const lease = await this.#leases.take(urgent ? this.#pools.urgent : this.#pools.computing);
    const { client } = lease;
    let isCanceled = false;
    try {
      const run = () =>
        client.query<Row>({ text, values: [...values], ...(name === undefined ? {} : { name }) });
      const { statementTimeout } = this.address;
      const running = whenLate(
        urgent ? Math.min(URGENT_TIMEOUT, statementTimeout) : statementTimeout,
        isRehearsal ? undone(client, run) : run(),
        () => {
          isCanceled = true;
          cancel(client);
        },
      );
      const result = await (urgent
        ? this.#urgently(running, URGENT_LIMIT - (performance.now() - begun))
        : this.bounded(running));
      // The request to cancel may arrive with the next statement.
      lease.release(isCanceled);
      return result;
    } catch (error) {
      // After an error that the server has sent, the connection is as good as before.
      lease.release(!(error instanceof pg.DatabaseError) || isUnavailable(error));
      throw error;
    }
  }

  #urgently<T>(running: Promise<T>, limit: number): Promise<T> {
    return within(limit, running, () =>
      // With less time than its own limit, because it waited for a connection, the statement may just be slow.
      limit >= URGENT_TIMEOUT + GRACE
        ? this.#stalled(limit)
        : new StoreError('busy', `all connections to the database ${this.address.shown} are in use`),
    );
  }

  /** The server has not even canceled a statement, so other connections to it may be dead, too. */
  #stalled(limit: number): Error {
    this.#renewPools();
    return noResponse(limit);
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    if (this.#closed) throw new StoreError('closed', `the database ${shown} has been closed`);
    if (this.#availability.isAway) {
      throw new StoreError('unavailable', `the database ${shown} does not respond; reconnecting`);
    }
    return this.explaining(work);
  }

  /** Finds the host to use; if it is another one, nothing that runs on the old one can be trusted. */
  async #seek(): Promise<void> {
    const url = await writableHost(this.address, PROBE_TIMEOUT, { refused: true });
    if (url === this.#url) return;
    this.#url = url;
    this.#renewPools();
    this.#leases.end();
    this.listener.renew();
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

  #newPools(): Pools {
    return pools(this.#url, this.address.connections, (error) => this.#idleLost(error));
  }

  /** Replaces the idle connections; statements that run can finish. */
  #renewPools(): void {
    if (this.#closed) return;
    const old: readonly Pool[] = Object.values(this.#pools);
    this.#pools = this.#newPools();
    for (const pool of old) pool.end().catch((error: unknown) => this.report(error));
  }
}
