import type { ServerResponse } from 'node:http';

/** The responses that are under way. */
export class OpenResponses {
  readonly #open = new Set<ServerResponse>();
  #drained: (() => void) | null = null;

  add(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#drained?.();
    });
  }

  /** Resolves when there is none left. Cuts those that are left after `milliseconds`. */
  async drained(milliseconds: number): Promise<void> {
    if (this.#open.size === 0) return;
    const cut = setTimeout(() => {
      for (const response of this.#open) response.destroy();
    }, milliseconds);
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    clearTimeout(cut);
  }
}
