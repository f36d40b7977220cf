/** Turns errors of the driver and the server into `StoreError`s that name the database without secrets. */
import { StoreError, type StoreErrorCode } from '../errors.ts';

/** The driver's messages for a lost or failed connection, which have no code. */
const LOST =
  /^Connection terminated|^Client (has encountered a connection error|was closed)|^timeout expired|^Query read timeout/;

const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** As a standby that is not promoted yet. Another connection may reach another server. */
const READ_ONLY = '25006';

/** Whether no response has arrived within the `query_timeout` of a statement. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the server is unreachable, has ended the connection, or does not accept connections now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  // 08: connection. 57P01 to 57P05: the server stops, has crashed or starts.
  const code = codeOf(error);
  // The socket in a folder disappears with its server.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return (
    NETWORK.has(code) || /^(08...|57P0[1-5])$/.test(code) || code === READ_ONLY || LOST.test(error.message)
  );
}

/** The error as a `StoreError` if it concerns the database as a whole; otherwise unchanged. */
export function explained(error: unknown, shown: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const storeError = (code: StoreErrorCode, text: string) => new StoreError(code, text, { cause: error });
  if (codeOf(error) === READ_ONLY) return storeError('read-only', `the database ${shown} is read-only`);
  if (error.message.includes('statement pooling mode')) {
    return storeError(
      'unusable',
      `the database ${shown} is behind a connection pooler in statement mode, which has no transactions; set it to transaction mode`,
    );
  }
  if (isUnavailable(error))
    return storeError('unavailable', `the database ${shown} does not respond: ${reasonOf(error)}`);
  const code = codeOf(error);
  if (code === '53300' || error.message.startsWith('timeout exceeded when trying to connect')) {
    return storeError('busy', `all connections to the database ${shown} are in use`);
  }
  if (code === '3D000') {
    return storeError(
      'missing',
      `the database ${shown} does not exist; create it on the server with createdb`,
    );
  }
  if (code === '57014' || code === '55P03') {
    return storeError('busy', `the database ${shown} took too long: ${error.message}`);
  }
  if (/^SASL.* client password/.test(error.message)) {
    return storeError('unusable', `the database ${shown} asks for a password, and its address has none`);
  }
  // FATAL: the server refuses the connection. 28: authentication. 42501: permissions. 3F000, 42P01 and 42703: a missing schema, table or
  // column. 53: disk or memory. 58 and XX: files and what is in them. 22021: text that cannot be stored.
  return ('severity' in error && error.severity === 'FATAL') ||
    /^(28...|42501|3F000|42P01|42703|53...|58...|XX...|22021)$/.test(code) ||
    /SSL|certificate/i.test(error.message)
    ? storeError('unusable', `the database ${shown} cannot be used: ${error.message}`)
    : error;
}

function reasonOf(error: Error): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map((one) => (one as Error).message))].join(', ');
  }
  return error.message;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
