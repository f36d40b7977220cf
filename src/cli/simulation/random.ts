/**
 * A seeded pseudo-random number generator: sfc32 (Chris Doty-Humphrey's "small fast
 * counting" generator, 128 bits of state), seeded with FNV-1a hashes of a text. The same seed gives the
 * same numbers on every machine. Suitable for simulations, not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    this.#a = fnv1a(`a${seed}`);
    this.#b = fnv1a(`b${seed}`);
    this.#c = fnv1a(`c${seed}`);
    // Similar seeds give similar states; a dozen rounds decorrelate them.
    for (let round = 0; round < 12; round++) this.#next();
  }

  /** Uniformly distributed in [low, high). */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * (this.#next() / 2 ** 32);
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Exponentially distributed: the time to the next event at `rate` events per unit of time. */
  exponential(rate: number): number {
    return -Math.log(1 - this.uniform()) / rate;
  }

  /** Poisson distributed with this mean: the number of unit-rate events within it. */
  poisson(mean: number): number {
    let count = 0;
    for (let spent = this.exponential(1); spent < mean; spent += this.exponential(1)) count++;
    return count;
  }

  /** Normally distributed, by the Box-Muller transform. */
  normal(mean = 0, deviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** One of the items, with equal probability. Throws a `RangeError` for an empty list. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('nothing to pick from: the list is empty');
    return items[Math.floor(this.uniform(0, items.length))] as Item;
  }

  /** `count` different items (or all, if there are fewer) in random order, by a partial Fisher-Yates shuffle. */
  sample<Item>(items: readonly Item[], count: number): readonly Item[] {
    const pool = [...items];
    const size = Math.min(count, pool.length);
    for (let i = 0; i < size; i++) {
      const j = Math.floor(this.uniform(i, pool.length));
      [pool[i], pool[j]] = [pool[j] as Item, pool[i] as Item];
    }
    return pool.slice(0, size);
  }

  /** The next 32 bits, as an unsigned integer. */
  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
