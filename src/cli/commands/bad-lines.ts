import { closeSync, openSync, writeSync } from 'node:fs';
import type { BadLineError } from '../../service/import/errors.ts';
import { OperatorError } from '../settings/operator-error.ts';

/** A file of skipped lines, each after a comment with its line number and error. Never overwrites a file. */
export class BadLines {
  readonly file: string;
  count = 0;
  /** The message of the first. */
  first = '';
  readonly #writes: boolean;
  #descriptor: number | null = null;

  /** Without `writes`, it only counts. */
  constructor(file: string, writes: boolean) {
    this.file = file;
    this.#writes = writes;
  }

  add(error: BadLineError): void {
    this.count += 1;
    if (this.count === 1) this.first = error.message;
    if (!this.#writes) return;
    this.#descriptor ??= this.#open();
    writeSync(this.#descriptor, `# line ${error.line}: ${error.reason}\n${error.raw}\n`);
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }

  #open(): number {
    try {
      // Its lines may have coordinates.
      return openSync(this.file, 'wx', 0o600);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EEXIST' ? 'already exists; move it away or name another file' : message;
      throw new OperatorError(`--skip-bad: ${this.file} ${reason}`, { cause: error });
    }
  }
}
