/** One schema of a server: runs statements, in which tables are written without it. */
import { createHash } from 'node:crypto';
import type { PoolClient, QueryResultRow } from 'pg';
import { StoreError } from '../errors.ts';
import type { NamedQuery } from '../statements.ts';
import type { PostgresAddress } from './address.ts';
import { GRACE, LOCK_TIMEOUT } from './limits.ts';
import { qualified } from './qualified.ts';
import { Server } from './server.ts';
import type { Query } from './statement-names.ts';
import { type Session, type Statements, statementsOf } from './statements.ts';

export class Database implements Statements {
  readonly server: Server;
  readonly schema: string;
  /** The address for messages. */
  readonly shown: string;
  readonly #texts = new Map<string, string>();
  readonly #queries = new Map<string, Query>();
  readonly #sessions = new Set<Session>();
  #closed = false;

  constructor(server: Server, schema = server.address.schema) {
    this.server = server;
    this.schema = schema;
    this.shown = server.address.shown;
  }

  /** Runs `work` on the schema of an address, over connections of its own. */
  static async at<T>(address: PostgresAddress, work: (database: Database) => Promise<T>): Promise<T> {
    const server = await Server.connect(address);
    try {
      return await work(new Database(server));
    } finally {
      await server.close();
    }
  }

  rows<Row extends QueryResultRow>(
    statement: string | NamedQuery,
    ...values: readonly unknown[]
  ): Promise<Row[]> {
    return this.#open(async () => (await this.server.query<Row>(this.#queryOf(statement), values)).rows);
  }

  run(statement: string, ...values: readonly unknown[]): Promise<number> {
    return this.#open(async () => (await this.server.query(this.#queryOf(statement), values)).rowCount ?? 0);
  }

  /** Runs a statement as `rows` does, and undoes what it has changed. */
  async rehearse(statement: NamedQuery, ...values: readonly unknown[]): Promise<void> {
    const { text, urgent } = this.#queryOf(statement);
    await this.#open(() => this.server.query({ text, urgent, isRehearsal: true }, values));
  }

  /** Runs `work` in a transaction, which may wait for locks as long as a statement may run; rolls back if it throws. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#open(() =>
      this.server.transaction(async (client) => {
        const { statementTimeout } = this.server.address;
        const statements = statementsOf(client, this.#textOf, statementTimeout + GRACE);
        await statements.run(`BEGIN; ${limits(statementTimeout, statementTimeout)}`);
        const result = await work(statements);
        await statements.run('COMMIT');
        return result;
      }),
    );
  }

  /** Runs `work` on a separate connection, without a time limit for its statements. */
  async inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    using session = await this.#open(async () => this.#sessionOn(await this.server.session(), 0));
    return await work(session);
  }

  /** A separate connection in a read-only transaction on one snapshot, with the time limits of requests. */
  snapshotSession(): Promise<Session> {
    return this.#open(async () => {
      const { statementTimeout } = this.server.address;
      const session = this.#sessionOn(await this.server.session(), statementTimeout + GRACE);
      try {
        await session.run(`${SNAPSHOT}; ${limits(statementTimeout, LOCK_TIMEOUT)}`);
      } catch (error) {
        session[Symbol.dispose]();
        throw error;
      }
      return session;
    });
  }

  /** Ends exports and imports, and runs nothing from now on. The server stays. */
  close(): void {
    this.#closed = true;
    for (const session of [...this.#sessions]) session[Symbol.dispose]();
  }

  readonly #textOf = (sql: string): string => {
    const text = this.#texts.get(sql) ?? qualified(sql, this.schema);
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(sql, text);
    return text;
  };

  #queryOf(statement: string | NamedQuery): Query {
    if (typeof statement === 'string') return { text: this.#textOf(statement), urgent: false };
    const known = this.#queries.get(statement.text);
    if (known !== undefined) return known;
    const text = qualified(statement.text, this.schema);
    const urgent = statement.urgent === true;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const query = { text, name: `${statement.name}_${hash}`, urgent };
    this.#queries.set(statement.text, query);
    return query;
  }

  #sessionOn(client: PoolClient, limit: number): Session {
    const { rows, run } = statementsOf(client, this.#textOf, limit);
    const session: Session = {
      rows: <Row extends QueryResultRow>(...given: Parameters<typeof rows>) =>
        this.#open(() => this.server.explaining(() => rows<Row>(...given))),
      run: (...given) => this.#open(() => this.server.explaining(() => run(...given))),
      [Symbol.dispose]: () => {
        if (this.#sessions.delete(session)) client.release(true);
      },
    };
    this.#sessions.add(session);
    return session;
  }

  async #open<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreError('closed', `the database ${this.shown} has been closed`);
    try {
      return await work();
    } catch (error) {
      if (!this.#closed) throw error;
      throw new StoreError('closed', `the database ${this.shown} was closed meanwhile`, { cause: error });
    }
  }
}

/** Begins a transaction that reads one snapshot. */
export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** More than there are statements; those of steps and searches vary. */
const MOST_TEXTS = 500;

/** The limits of a transaction's statements, in milliseconds. */
function limits(statement: number, lock: number): string {
  return `SET LOCAL statement_timeout = ${statement}; SET LOCAL lock_timeout = ${lock}`;
}
