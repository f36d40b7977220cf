import type { ServerResponse } from 'node:http';

/** The responses that are under way. */
export class OpenResponses {
  /**
   * Not a `Set`: one that is added to and deleted from moves to a new table again and again, and each old table keeps the
   * next one, with the responses in it, until a full collection.
   */
  readonly #open: ServerResponse[] = [];
  #drained: (() => void) | null = null;

  add(response: ServerResponse): void {
    // Its client may have left while other middleware was busy.
    if (response.closed) return;
    this.#open.push(response);
    response.once('close', () => this.#remove(response));
  }

  /** Resolves when there is none left, or after `milliseconds`, when it cuts those that are. */
  async drained(milliseconds: number): Promise<void> {
    if (this.#open.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    for (const response of [...this.#open]) response.destroy();
  }

  #remove(response: ServerResponse): void {
    const last = this.#open.pop() as ServerResponse;
    if (last !== response) this.#open[this.#open.indexOf(response)] = last;
    if (this.#open.length === 0) this.#drained?.();
  }
}
