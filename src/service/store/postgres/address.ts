/** Parses `--database postgres://…`. */

/** The location of a store on a PostgreSQL server, and how much of the server it may use. */
export interface PostgresAddress {
  readonly engine: 'postgres';
  /** Everything needed to connect, including the password: never show it. */
  readonly url: string;
  /** `HOST:PORT` of the server itself, for notifications, which poolers don't pass on; empty: as the rest. */
  readonly listen: string;
  /** The URL for messages, without user, password and parameters. */
  readonly shown: string;
  /** The schema of all tables. */
  readonly schema: string;
  /** The most connections for requests; exports and imports together can use as many again. */
  readonly connections: number;
  /** The longest time of a statement for a request, in milliseconds. */
  readonly statementTimeout: number;
}

/** Parameters that are passed to the driver. */
const DRIVER_PARAMETERS = ['host', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat'];

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE?…`; null for any other text. Throws `RangeError` for an
 * invalid parameter; the message says what is allowed and never contains the password.
 */
export function parsePostgresAddress(text: string): PostgresAddress | null {
  const [, hosts] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(text) ?? [];
  if (hosts?.includes(',')) throw new RangeError(SEVERAL_HOSTS);
  const url = URL.parse(text);
  if (hosts === undefined || url === null || url.pathname.length < 2) return null;
  const own = { ...DEFAULTS };
  for (const [name, value] of [...url.searchParams]) {
    if (DRIVER_PARAMETERS.includes(name)) continue;
    if (!Object.hasOwn(own, name)) throw new RangeError(unknownParameter(name));
    own[name as keyof typeof own] = value;
    url.searchParams.delete(name);
  }
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(own.schema) || own.schema.startsWith('pg_')) {
    throw new RangeError('Its schema must be up to 48 lower-case letters, digits and underscores.');
  }
  if (own.target_session_attrs !== 'read-write') {
    throw new RangeError('Its parameter target_session_attrs must be read-write: the service writes.');
  }
  if (!/^([\w.-]+:\d{1,5})?$/.test(own.listen))
    throw new RangeError('Its parameter listen must be HOST:PORT.');
  return {
    engine: 'postgres',
    url: url.href,
    listen: own.listen,
    shown: `postgres://${url.host}${url.pathname}`,
    schema: own.schema,
    connections: whole('connections', own.connections, 1, 500),
    statementTimeout: whole('statement_timeout', own.statement_timeout, 100, 3_600_000),
  };
}

const SEVERAL_HOSTS =
  'It must name one host. If the primary may move, name a proxy that leads to it, such as HAProxy or PgBouncer, or the endpoint of your provider.';

const DEFAULTS = {
  schema: 'headcount',
  connections: '10',
  statement_timeout: '10000',
  listen: '',
  target_session_attrs: 'read-write',
};
const ALLOWED = `allowed are ${[...Object.keys(DEFAULTS), ...DRIVER_PARAMETERS].join(', ')}`;

/** Anything that does not look like a name may be part of a password with a question mark in it. */
function unknownParameter(name: string): string {
  return `It must not have the parameter ${/^[a-z_]{1,20}$/i.test(name) ? name : 'that it has'}; ${ALLOWED}.`;
}

function whole(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RangeError(`Its parameter ${name} must be a whole number from ${least} to ${most}.`);
}
