import { printable, printableJson } from '../../service/domain/texts.ts';
import { ImportError } from '../../service/import/errors.ts';
import { BackupError, StoreError } from '../../service/store/errors.ts';
import { OperatorError } from '../settings/operator-error.ts';

/** Wraps a command's action: errors that the operator can fix print one line and set exit code 1. */
export function action<Arguments extends unknown[]>(
  run: (...args: Arguments) => Promise<void>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => {
    try {
      await run(...args);
    } catch (error) {
      const message = plainMessage(error);
      if (message === null) throw error;
      // It may quote a file or an argument.
      console.error(`headcount: ${printable(message)}`);
      process.exitCode = 1;
    }
  };
}

/** Prints the result of a command: as one JSON object, or in words. Both may quote names from outside. */
export function printResult(json: boolean, result: object, text: string): void {
  console.log(json ? printableJson(result) : printable(text));
}

function plainMessage(error: unknown): string | null {
  if (error instanceof StoreError && error.code !== 'conflict') {
    return `--database (HEADCOUNT_DATABASE): ${error.message}`;
  }
  const own = [OperatorError, StoreError, BackupError, ImportError];
  if (own.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, port, address, path, severity } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    severity?: string;
  };
  // Of SQLite, or of a PostgreSQL server: a statement fails that works on a database as this program makes it.
  if (code === 'ERR_SQLITE_ERROR' || severity !== undefined) {
    return `--database (HEADCOUNT_DATABASE): the database refused a statement: ${message} (${code}); \`headcount check\` says whether it is sound`;
  }
  if (code === 'EADDRINUSE')
    return `port ${port} on ${address} is already in use; choose another with --port`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return '--host (HEADCOUNT_HOST) is not an address of this machine; use 127.0.0.1 to serve this machine only, 0.0.0.0 to serve all';
  }
  // A file or folder that cannot be used; the message names it, unless it is a stream to it.
  if (path !== undefined || ['EACCES', 'ENOENT', 'ENOSPC'].includes(code ?? '')) return message;
  return null;
}
