/** Connections to the server; no other file deals with the driver's peculiarities. */
import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResultRow } from 'pg';
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { explained, isUnavailable } from './errors.ts';

/** The longest time to connect, or to wait for a free connection, in milliseconds. */
const CONNECT_TIMEOUT = 3000;
/** How long after the server's own timeout a query is given up, in milliseconds. */
const GRACE = 2000;
/** Pauses between attempts to reconnect, in milliseconds: doubled each time. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;

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
  /** The longest time in milliseconds, if it is less than for other statements. */
  readonly timeout?: number;
}

/** The connection of one export or import; closing the database ends it too. */
export interface Session extends Statements {
  /** Ends the connection; a second call does nothing. */
  end(): void;
}

/**
 * A pool of connections. During an outage every call fails at once with `StoreError` `unavailable`, while the database
 * reconnects in the background, with growing pauses up to a second.
 */
export class Database implements Statements {
  readonly address: PostgresAddress;
  readonly #onError: (error: unknown) => void;
  #requests: pg.Pool;
  readonly #sessions: pg.Pool;
  readonly #open = new Set<Session>();
  #attempt: NodeJS.Timeout | null = null;
  #pause = FIRST_PAUSE;
  #closed = false;

  /** `onError` is called with errors that no call returns, such as that of an outage or a lost idle connection. */
  constructor(address: PostgresAddress, onError: (error: unknown) => void = () => undefined) {
    this.address = address;
    this.#onError = onError;
    this.#requests = this.#newPool();
    this.#sessions = this.#pool({});
  }

  get closed(): boolean {
    return this.#closed;
  }

  rows<Row extends QueryResultRow>(
    statement: string | Statement,
    ...values: readonly unknown[]
  ): Promise<Row[]> {
    return this.#using(async () => {
      const { rows } = await this.#requests.query<Row>(this.#bounded(statement, values));
      return rows;
    });
  }

  run(statement: string, ...values: readonly unknown[]): Promise<number> {
    return this.#using(async () => {
      const { rowCount } = await this.#requests.query(this.#bounded(statement, values));
      return rowCount ?? 0;
    });
  }

  /** Passes an error that no call returns to `onError`. */
  report(error: unknown): void {
    if (!this.#closed) this.#onError(explained(error, this.address.shown));
  }

  /** Runs `work` in a transaction; rolls back if it throws. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#using(async () => {
      const client = await this.#requests.connect();
      let failed = true;
      try {
        const result = await inTransaction(statementsOf(client), work);
        failed = false;
        return result;
      } finally {
        // The state of the connection is unknown after a failure, so it is not reused.
        client.release(failed);
      }
    });
  }

  /** A separate connection, without a time limit for its statements. */
  session(): Promise<Session> {
    return this.#using(async () => {
      const client = await this.#sessions.connect();
      const statements = statementsOf(client);
      let ended = false;
      const session: Session = {
        rows: (...given) => this.#explaining(() => statements.rows(...given)),
        run: (...given) => this.#explaining(() => statements.run(...given)),
        end: () => {
          if (ended) return;
          ended = true;
          this.#open.delete(session);
          client.release(true);
        },
      };
      this.#open.add(session);
      if (this.#closed) session.end();
      return session;
    });
  }

  /** A connection outside of the pools, for notifications; the caller connects and ends it. */
  listener(): pg.Client {
    return new pg.Client({ ...configuration(this.address), connectionTimeoutMillis: CONNECT_TIMEOUT });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#attempt !== null) clearTimeout(this.#attempt);
    for (const session of this.#open) session.end();
    await Promise.all([this.#requests.end(), this.#sessions.end()]);
  }

  #pool(more: PoolConfig): pg.Pool {
    const created = new pg.Pool({
      ...configuration(this.address),
      max: this.address.connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      idleTimeoutMillis: 30_000,
      ...more,
    });
    created.on('error', (error) => this.report(error));
    // The error of a connection in use rejects the query.
    created.on('connect', (client) => client.on('error', () => undefined));
    return created;
  }

  #newPool(): pg.Pool {
    return this.#pool({ statement_timeout: this.address.statementTimeout });
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    if (this.#closed) throw new StoreError('closed', `the database ${shown} has been closed`);
    if (this.#attempt !== null) {
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
      if (isUnavailable(error)) this.#lost(error);
      throw explained(error, shown);
    }
  }

  /**
   * The first of the calls that fail starts to reconnect. The pool's other connections may be dead without the network
   * saying so, so a new pool replaces it; calls that still run in the old one can finish there.
   */
  #lost(error: unknown): void {
    if (this.#attempt !== null) return;
    this.report(error);
    this.#pause = FIRST_PAUSE;
    this.#requests.end().catch((error: unknown) => this.report(error));
    this.#requests = this.#newPool();
    this.#try(0);
  }

  #try(pause: number): void {
    // Random, so that many processes do not reconnect at the same instant.
    const wait = pause * (0.5 + Math.random() / 2);
    this.#attempt = setTimeout(async () => {
      try {
        await this.#requests.query({ text: 'SELECT 1', query_timeout: CONNECT_TIMEOUT } as QueryConfig);
        this.#attempt = null;
      } catch {
        // The outage has been reported.
        if (this.#closed) return;
        this.#try(this.#pause);
        this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
      }
    }, wait).unref();
  }

  /** If the network drops packets, a request must not wait longer than the server's own limit. */
  #bounded(statement: string | Statement, values: readonly unknown[]): QueryConfig {
    const { name, text, timeout } = typeof statement === 'string' ? { text: statement } : statement;
    return {
      ...(name === undefined ? {} : { name }),
      text,
      values: [...values],
      query_timeout: Math.min(timeout ?? Number.POSITIVE_INFINITY, this.address.statementTimeout) + GRACE,
    } as QueryConfig;
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

function configuration({ url, schema }: PostgresAddress): PoolConfig {
  return {
    connectionString: url,
    application_name: 'headcount',
    options: `-c search_path=${schema}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
  };
}

/** Integers are ids, counts and microseconds; a number represents all of them exactly. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
