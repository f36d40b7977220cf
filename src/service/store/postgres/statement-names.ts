/** Names of prepared statements, whose plans each connection of the server keeps. */
import pg from 'pg';

/** A statement with the names of its tables as the server knows them. */
export interface Query {
  readonly text: string;
  /** The same for all statements of this text, and for no other. */
  readonly name?: string;
  /** Whether it has connections of its own, and less time. */
  readonly urgent: boolean;
  /** Whether to undo what it changes. */
  readonly isRehearsal?: boolean;
}

/** How many statements may have names: a plan takes tens of kilobytes of the server, in every connection. */
const MOST_NAMES = 200;

/** Which statements are sent with their names: the first ones, unless a pooler shares connections without knowing names. */
export class StatementNames {
  readonly #names = new Set<string>();
  #areKnown = true;

  /** The statement, with its name if it may have one. */
  of(query: Query): Query {
    const { name } = query;
    if (name === undefined) return query;
    if (this.#names.size < MOST_NAMES) this.#names.add(name);
    return this.#areKnown && this.#names.has(name) ? query : withoutName(query);
  }

  /** Whether an error says that a prepared statement is missing, or is there already. It was not executed; from now on none has a name. */
  areUnknown(error: unknown): boolean {
    if (!(error instanceof pg.DatabaseError) || (error.code !== '26000' && error.code !== '42P05'))
      return false;
    this.#areKnown = false;
    return true;
  }
}

function withoutName({ text, urgent, isRehearsal = false }: Query): Query {
  return { text, urgent, isRehearsal };
}
