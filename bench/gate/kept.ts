import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { Subject } from '../../conformance/reference/subjects.ts';
import type { Measured } from './measure.ts';

type Line = { readonly gate: string; readonly base: string; readonly measured: Measured };

/** Results of runs in a file, one line of JSON each, so that an interrupted benchmark can continue. */
export class Kept {
  readonly #file: string | null;
  readonly #results: Map<string, Measured>;

  /** Reads the results that the file contains, and removes a last line that was cut off; without a file, nothing is kept. */
  constructor(file: string | null) {
    this.#file = file;
    const text = file !== null && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // Else the next result would continue the line
    if (file !== null && whole !== text) truncateSync(file, Buffer.byteLength(whole));
    const lines = whole
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line));
    this.#results = new Map(
      lines.map(({ gate, base, measured }) => [keyOf(gate, base, measured), measured] as const),
    );
  }

  find(gate: string, base: string, subject: Subject): Measured | undefined {
    return this.#results.get(keyOf(gate, base, subject));
  }

  add(gate: string, base: string, measured: Measured): void {
    if (this.#file === null) return;
    const line: Line = { gate, base, measured };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

const keyOf = (gate: string, base: string, { id, form }: Pick<Subject, 'id' | 'form'>): string =>
  [gate, base, form, id].join(' ');
