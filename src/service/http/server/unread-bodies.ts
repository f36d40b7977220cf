import type { ServerResponse } from 'node:http';

/** Smaller bodies don't count: each is less than a connection takes anyway. In bytes. */
const COUNTED_BYTES = 65_536;

/** The most bytes of all bodies that clients have not read yet; one that several responses share counts once. */
const MAX_BYTES = 48 << 20;

/**
 * The bodies that stay in memory until their clients have read them. When they get too large together, the responses that have been
 * unread the longest are cut off.
 */
export class UnreadBodies {
  readonly #maxBytes: number;
  /** In order of time; an array because of record 7. */
  readonly #unread: { readonly response: ServerResponse; readonly body: Buffer }[] = [];
  /** How many responses have a body. */
  readonly #uses = new Map<Buffer, number>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Of all bodies. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts the body of a response until that is closed. */
  add(response: ServerResponse, body: string | Buffer): void {
    if (typeof body === 'string' || body.length <= COUNTED_BYTES) return;
    const entry = { response, body };
    this.#unread.push(entry);
    this.#use(body, 1);
    response.once('close', () => this.#remove(entry));
    while (this.#bytes > this.#maxBytes && this.#unread[0] !== entry) {
      const oldest = this.#unread[0] as typeof entry;
      this.#remove(oldest);
      oldest.response.destroy();
    }
  }

  #remove(entry: { readonly response: ServerResponse; readonly body: Buffer }): void {
    const index = this.#unread.indexOf(entry);
    if (index === -1) return;
    this.#unread.splice(index, 1);
    this.#use(entry.body, -1);
  }

  #use(body: Buffer, change: 1 | -1): void {
    const before = this.#uses.get(body) ?? 0;
    const uses = before + change;
    if (uses === 0) this.#uses.delete(body);
    else this.#uses.set(body, uses);
    if (before === 0) this.#bytes += body.length;
    if (uses === 0) this.#bytes -= body.length;
  }
}
