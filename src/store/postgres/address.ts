/** What `--database postgres://…` says. */

/** Where a store lies on a PostgreSQL server, and how much of the server it may use. */
export interface PostgresAddress {
  readonly engine: 'postgres';
  /** With everything needed to connect, the password too: never to be shown. */
  readonly url: string;
  /** The same for people, without user, password and parameters. */
  readonly shown: string;
  /** All tables lie in this schema. */
  readonly schema: string;
  /** How many requests may use the database at once; exports and imports have as many connections of their own. */
  readonly connections: number;
  /** How long one statement for a request may take, in milliseconds. */
  readonly statementTimeout: number;
}

/** Parameters that go on to the driver. */
const DRIVER_PARAMETERS = ['host', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat'];

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE?…`; null when the text is none. Throws `RangeError` when a
 * parameter is not allowed; its message says which and what is, and never holds the password.
 */
export function parsePostgresAddress(text: string): PostgresAddress | null {
  if (!/^postgres(ql)?:\/\//.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.pathname.length < 2) return null;
  const own = { ...OWN };
  for (const [name, value] of [...url.searchParams]) {
    if (DRIVER_PARAMETERS.includes(name)) continue;
    if (!Object.hasOwn(own, name)) throw new RangeError(unknownParameter(name));
    own[name as keyof typeof own] = value;
    url.searchParams.delete(name);
  }
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(own.schema) || own.schema.startsWith('pg_')) {
    throw new RangeError('Its schema must be up to 48 small letters, digits and underscores.');
  }
  return {
    engine: 'postgres',
    url: url.href,
    shown: `postgres://${url.host}${url.pathname}`,
    schema: own.schema,
    connections: whole('connections', own.connections, 1, 500),
    statementTimeout: whole('statement_timeout', own.statement_timeout, 100, 3_600_000),
  };
}

const OWN = { schema: 'headcount', connections: '10', statement_timeout: '10000' };
const ALLOWED = `allowed are ${[...Object.keys(OWN), ...DRIVER_PARAMETERS].join(', ')}`;

/** What does not look like a name may be a piece of a password with a question mark in it. */
function unknownParameter(name: string): string {
  return `It must not have the parameter ${/^[a-z_]{1,20}$/i.test(name) ? name : 'that it has'}; ${ALLOWED}.`;
}

function whole(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RangeError(`Its parameter ${name} must be a whole number from ${least} to ${most}.`);
}
