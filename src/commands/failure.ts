import { ImportError } from '../import/errors.ts';
import { StoreError } from '../store/errors.ts';
import { StubsError } from '../stubs/errors.ts';

/** A failure that the operator can do something about: told in one sentence, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** Runs a command's action; ends with exit code 1 and one line when it fails in a way that an operator can mend. */
export function action<Arguments extends unknown[]>(
  run: (...given: Arguments) => Promise<void>,
): (...given: Arguments) => Promise<void> {
  return async (...given) => {
    try {
      await run(...given);
    } catch (error) {
      const message = plainMessage(error);
      if (message === null) throw error;
      console.error(`headcount: ${message}`);
      process.exitCode = 1;
    }
  };
}

function plainMessage(error: unknown): string | null {
  if (error instanceof StoreError && error.code !== 'conflict') {
    return `--database (HEADCOUNT_DATABASE): ${error.message}`;
  }
  const own = [OperatorError, StoreError, ImportError, StubsError];
  if (own.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') return `port ${port} of ${address} is taken; choose another with --port`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return '--host (HEADCOUNT_HOST) names no address of this machine; 127.0.0.1 serves this machine alone, 0.0.0.0 all';
  }
  if (code === 'EACCES' || code === 'ENOENT' || code === 'ENOSPC') return message;
  return null;
}
