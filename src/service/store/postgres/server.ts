/** The connections to a server, which any number of stores share, each with its own schema. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { StoreError } from '../errors.ts';
import type { PoolUse } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { ChangeListener } from './change-listener.ts';
import { explained, isReadTimeout, isUnavailable } from './errors.ts';
import { CHECK_AFTER, CLOSE_TIMEOUT, FIRST_CONTACT, GRACE, PROBE_TIMEOUT, URGENT_LIMIT } from './limits.ts';
import { type Pools, pools, probe } from './pools.ts';
import { type Query, StatementNames } from './statement-names.ts';
import { inOneTrip } from './statements.ts';

/** Pauses between attempts to reconnect, in milliseconds: doubled each time. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;

/**
 * No connection has a state that must last, so a pooler may share them. During an outage every call fails at once with `StoreError`
 * `unavailable`, while the server is sought in the background, with growing pauses up to half a second.
 */
export class Server {
  readonly address: PostgresAddress;
  readonly listener: ChangeListener;
  readonly #onError: (error: unknown) => void;
  readonly #names = new StatementNames();
  readonly #inUse = new Set<PoolClient>();
  readonly #closing = new AbortController();
  #pools: Pools;
  #state: 'responding' | 'in doubt' | 'away' = 'responding';

  private constructor(address: PostgresAddress, onError: (error: unknown) => void) {
    this.address = address;
    this.#onError = onError;
    this.#pools = this.#newPools();
    this.listener = new ChangeListener(address, (error) => this.#report(error));
  }

  /**
   * Connects, with more patience than later; rejects with the reason if that is impossible. `onError` is called with errors that no call
   * returns, such as that of an outage or a lost idle connection.
   */
  static async connect(
    address: PostgresAddress,
    onError: (error: unknown) => void = () => undefined,
  ): Promise<Server> {
    await probe(address.url, FIRST_CONTACT).catch((error: unknown) => {
      throw explained(error, address.shown);
    });
    return new Server(address, onError);
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

  /** A connection for one transaction. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    // After an error, rolls back by ending the connection: on a dead one, ROLLBACK would wait as long again.
    return this.#using(async () => leased(await this.#pools.computing.connect(), work, () => false));
  }

  /** A connection for an export or an import, which keeps it from no request. The caller releases it. */
  session(): Promise<PoolClient> {
    return this.#using(() => this.#pools.sessions.connect());
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

  /** Ends all connections, after a second for the statements that still run. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#closing.abort();
    const ended = Promise.all([
      this.listener.stop(),
      ...Object.values(this.#pools).map((pool: Pool) => pool.end()),
    ]);
    await Promise.race([ended, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    this.#destroyAll();
  }

  /** Translates errors, and looks after the server if a call takes long, or its error says that the server is away. */
  async explaining<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    const checking = setInterval(() => this.#doubt(), CHECK_AFTER);
    try {
      return await work();
    } catch (error) {
      if (this.#isClosed) {
        throw new StoreError('closed', `the database ${shown} was closed meanwhile`, { cause: error });
      }
      // The server has not even canceled the statement, so idle connections may be dead, too.
      if (isReadTimeout(error)) this.#renewPools();
      if (isUnavailable(error)) this.#doubt();
      throw explained(error, shown);
    } finally {
      clearInterval(checking);
    }
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    if (this.#isClosed) throw new StoreError('closed', `the database ${shown} has been closed`);
    if (this.#state === 'away') {
      throw new StoreError('unavailable', `the database ${shown} does not respond; reconnecting`);
    }
    return this.explaining(work);
  }

  async #send<Row extends QueryResultRow>(
    { text, name, urgent, isRehearsal = false }: Query,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const begun = performance.now();
    const longest = this.address.statementTimeout + GRACE;
    const client = await (urgent ? this.#pools.urgent : this.#pools.computing).connect();
    const limit = urgent ? Math.min(longest, URGENT_LIMIT - (performance.now() - begun)) : longest;
    const query = {
      text,
      values: [...values],
      query_timeout: limit,
      ...(name === undefined ? {} : { name }),
    };
    return leased(
      client,
      () => inOneTrip<Row>(client, query, isRehearsal ? 'ROLLBACK' : 'COMMIT'),
      // After an error that the server has sent, the connection is as good as before.
      (error) => error instanceof pg.DatabaseError && !isUnavailable(error),
    );
  }

  /** Probes the server until it responds, unless that goes on already. One slow statement or lost connection is no outage. */
  #doubt(): void {
    if (this.#state !== 'responding' || this.#isClosed) return;
    this.#state = 'in doubt';
    void this.#untilItResponds();
  }

  async #untilItResponds(): Promise<void> {
    const { signal } = this.#closing;
    for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
      const error = await probe(this.address.url, PROBE_TIMEOUT).then(
        () => null,
        (reason: unknown) => reason,
      );
      // A refusal is a response.
      if (!isUnavailable(error)) break;
      if (this.#state === 'in doubt' && !signal.aborted) {
        this.#state = 'away';
        this.#report(error);
        // Nothing that still runs would get a response, and the network may not say so.
        this.#renewPools();
        this.#destroyAll();
      }
      // Random, so that many processes do not reconnect at the same instant. Rejects when the server is closed, which ends the loop.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { ref: false, signal }).catch(
        () => undefined,
      );
    }
    this.#state = 'responding';
  }

  /** Passes an error that no call returns to `onError`. */
  #report(error: unknown): void {
    if (!this.#isClosed) this.#onError(explained(error, this.address.shown));
  }

  #newPools(): Pools {
    return pools(this.address.url, this.address.connections, {
      inUse: this.#inUse,
      onError: (error) => {
        this.#report(error);
        if (isUnavailable(error)) this.#doubt();
      },
    });
  }

  /** Replaces the idle connections; statements that run can finish. */
  #renewPools(): void {
    if (this.#isClosed) return;
    const old: readonly Pool[] = Object.values(this.#pools);
    this.#pools = this.#newPools();
    for (const pool of old) pool.end().catch((error: unknown) => this.#report(error));
  }

  /** Destroys all connections in use, which fails what runs on them. */
  #destroyAll(): void {
    for (const { connection } of this.#inUse) connection.stream.destroy();
  }
}

/** Runs `work` on a connection, and then returns it to its pool, or destroys it after an error that isn't `isReusable`. */
async function leased<T>(
  client: PoolClient,
  work: (client: PoolClient) => Promise<T>,
  isReusable: (error: unknown) => boolean,
): Promise<T> {
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(!isReusable(error));
    throw error;
  }
}
