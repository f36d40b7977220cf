/** Connections to the server: the only place that knows the driver's habits. */
import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResultRow } from 'pg';
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { explained, isAway } from './errors.ts';

/** How long making a connection, or waiting for a free one, may take, in milliseconds. */
const CONNECT_TIMEOUT = 3000;
/** How much later than the server's own timeout an answer is given up, in milliseconds. */
const GRACE = 2000;
/** Pauses between attempts to reach a server that is away, in milliseconds: doubled each time. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;

/** Something that runs statements: the pool, or one connection within a transaction. */
export interface Statements {
  /** The rows of a statement. `Row` names its columns. A `name` lets the server keep the plan. */
  rows<Row extends QueryResultRow>(
    statement: string | Statement,
    ...values: readonly unknown[]
  ): Promise<Row[]>;
  /** Runs a statement and answers how many rows it touched. */
  run(statement: string, ...values: readonly unknown[]): Promise<number>;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Milliseconds that this one may take, where it is less than what any may. */
  readonly timeout?: number;
}

/** A connection of one export's or import's own; what is left open ends with the database. */
export interface Session extends Statements {
  /** Ends the connection; a second call does nothing. */
  end(): void;
}

/**
 * The database as a pool of connections. As soon as the server is found to be away, every call fails at once with
 * `StoreError` `unavailable`, while attempts to reach it go on in the background, with growing pauses up to a
 * second; the first that succeeds opens the way again.
 */
export class Database implements Statements {
  readonly address: PostgresAddress;
  #requests: pg.Pool;
  readonly #sessions: pg.Pool;
  readonly #open = new Set<Session>();
  #attempt: NodeJS.Timeout | null = null;
  #pause = FIRST_PAUSE;
  #closed = false;

  constructor(address: PostgresAddress) {
    this.address = address;
    this.#requests = this.#newPool();
    this.#sessions = pool(address, {});
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

  /** Runs `work` in a transaction; rolls back when it throws. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#using(async () => {
      const client = await this.#requests.connect();
      let failed = true;
      try {
        const result = await inTransaction(statementsOf(client), work);
        failed = false;
        return result;
      } finally {
        // After a failure it is not certain in which state the connection is.
        client.release(failed);
      }
    });
  }

  /** A connection of its own, without a limit of time for its statements. */
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

  /** A connection outside of the pools, for messages from the server; the caller connects and ends it. */
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

  #newPool(): pg.Pool {
    return pool(this.address, { statement_timeout: this.address.statementTimeout });
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    const { shown } = this.address;
    if (this.#closed) throw new StoreError('closed', `the database ${shown} has been closed`);
    if (this.#attempt !== null) {
      throw new StoreError('unavailable', `the database ${shown} does not answer; trying to reach it again`);
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
      if (isAway(error)) this.#lost();
      throw explained(error, shown);
    }
  }

  /**
   * Several calls fail together when a server goes; the first begins the attempts. What is left in the pool may be as
   * dead, without a word from the network, so a new one is begun; calls under way in the old one end by themselves.
   */
  #lost(): void {
    if (this.#attempt !== null) return;
    this.#pause = FIRST_PAUSE;
    this.#requests.end().catch(() => undefined);
    this.#requests = this.#newPool();
    this.#try(0);
  }

  #try(pause: number): void {
    // Some randomness, so that many processes do not come back all in one instant.
    const wait = pause * (0.5 + Math.random() / 2);
    this.#attempt = setTimeout(async () => {
      try {
        await this.#requests.query({ text: 'SELECT 1', query_timeout: CONNECT_TIMEOUT } as QueryConfig);
        this.#attempt = null;
      } catch {
        if (this.#closed) return;
        this.#try(this.#pause);
        this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
      }
    }, wait).unref();
  }

  /** A network that swallows everything must not hold a request longer than the server's own limit would. */
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

/** Runs `work` between BEGIN and COMMIT of one connection; rolls back when it throws. */
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
    // When the connection is lost, the server has rolled back by itself.
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

function pool(address: PostgresAddress, more: PoolConfig): pg.Pool {
  const created = new pg.Pool({
    ...configuration(address),
    max: address.connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    ...more,
  });
  // A connection that is lost while nobody uses it is gone from the pool; one in use tells its user.
  created.on('error', () => undefined);
  created.on('connect', (client) => client.on('error', () => undefined));
  return created;
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

/** Whole numbers are ids, counts and microseconds, all of which a number holds exactly. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text');
