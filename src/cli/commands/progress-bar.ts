import type { WriteStream } from 'node:tty';

const WIDTH = 30;
/** Milliseconds between two updates. */
const INTERVAL = 100;

/** Shows on a terminal how much of a file has been read; does nothing where there is no terminal. */
export class ProgressBar {
  readonly #stream: WriteStream;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  /** `total` is null when it is unknown, as for standard input. */
  show(bytes: number, total: number | null): void {
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#shownAt < INTERVAL) return;
    this.#shownAt = now;
    this.#stream.write(`\r${barText(bytes, total)}`);
  }

  clear(): void {
    if (this.#stream.isTTY && this.#shownAt > Number.NEGATIVE_INFINITY) this.#stream.write('\r\u001b[K');
  }
}

function barText(bytes: number, total: number | null): string {
  const read = `${(bytes / 1e6).toFixed(1)} MB read`;
  if (total === null || total === 0) return read;
  const share = Math.min(1, bytes / total);
  const filled = Math.round(share * WIDTH);
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.round(share * 100)} %, ${read}`;
}
