/** The file of reports, which exports and imports use over connections of their own. */
import type { DatabaseSync } from 'node:sqlite';
import type { ImportConnection, ReportDatabase, Snapshot, Transaction, Value } from '../statements.ts';
import {
  allRows,
  type DatabaseFile,
  inTransaction,
  openAnotherWriter,
  openReader,
  transaction,
} from './connection.ts';
import { type Connections, FileDatabase, runAll, statementsOf } from './file-database.ts';
import type { OpenPaths } from './open-paths.ts';

export class ReportFile extends FileDatabase implements ReportDatabase {
  readonly #database: DatabaseFile;
  /** Connections that close after use, or with the store. */
  readonly #temporary = new Set<DatabaseSync>();

  constructor(database: DatabaseFile, paths: OpenPaths, connections: Connections) {
    super(paths, connections);
    this.#database = database;
  }

  async snapshot(): Promise<Snapshot> {
    const connection = this.#begin(() => openReader(this.#database.file));
    const statement = statementsOf(connection);
    // What it sees is fixed with the first rows; meanwhile the write-ahead log grows with what others write.
    connection.exec('BEGIN');
    return {
      rows: async <Row extends object>(sql: string, ...values: readonly Value[]) => {
        try {
          return allRows<Row>(statement(sql), ...values);
        } catch (error) {
          throw this.paths.explain(error);
        }
      },
      [Symbol.dispose]: () => this.#end(connection),
    };
  }

  async importing<T>(work: (connection: ImportConnection) => Promise<T>): Promise<T> {
    const connection = this.#begin(() => openAnotherWriter(this.#database));
    const statement = statementsOf(connection);
    const all = <Result>(body: () => Transaction<Result>) => runAll(body(), connection, statement)[0];
    try {
      const result = await work({
        stage: async (body) => inTransaction(connection, 'BEGIN', () => all(body)),
        transaction: (body) => transaction(connection, () => all(body)),
      });
      this.committed();
      return result;
    } catch (error) {
      throw this.paths.explain(error);
    } finally {
      this.#end(connection);
    }
  }

  /** Ends exports and imports. */
  close(): void {
    for (const connection of this.#temporary) this.#end(connection);
  }

  #begin(open: () => DatabaseSync): DatabaseSync {
    this.paths.check({ now: true });
    const connection = open();
    this.#temporary.add(connection);
    return connection;
  }

  #end(connection: DatabaseSync): void {
    this.#temporary.delete(connection);
    if (connection.isOpen) connection.close();
  }
}
