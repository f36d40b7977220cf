/**
 * A map that never holds more than `limit` entries: one stays as long as fewer than `limit / 2` others were used since. Of two
 * generations, the older goes when the younger is full. Reading an entry of the younger changes nothing: moving it to the
 * end with each request would make more garbage than the request itself.
 */
export class BoundedMap<Key, Value> {
  readonly #half: number;
  #younger = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  get(key: Key): Value | undefined {
    const young = this.#younger.get(key);
    if (young !== undefined) return young;
    const old = this.#older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    this.#older.delete(key);
    this.#younger.set(key, value);
    if (this.#younger.size <= this.#half) return;
    this.#older = this.#younger;
    this.#older.delete(key);
    this.#younger = new Map([[key, value]]);
  }

  delete(key: Key): void {
    this.#younger.delete(key);
    this.#older.delete(key);
  }

  clear(): void {
    this.#younger = new Map();
    this.#older = new Map();
  }
}
