import type { ServerResponse } from 'node:http';

/** The responses that are under way. */
export class OpenResponses {
  readonly #open = new Set<ServerResponse>();
  #drained: (() => void) | null = null;

  add(response: ServerResponse): void {
    // Its client may have left while other middleware was busy.
    if (response.closed) return;
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#drained?.();
    });
  }

  /** Resolves when there is none left, or after `milliseconds`, when it cuts those that are. */
  async drained(milliseconds: number): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
    for (const response of this.#open) response.destroy();
  }
}
