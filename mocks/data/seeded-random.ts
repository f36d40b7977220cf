/** A number from 0 up to but not including 1 that looks random but is always the same for a seed (FNV-1a, then mixed). */
export function seededRandom(seed: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Picks an item at random; undefined if there are none. */
export function pick<Item>(items: readonly Item[], seed: string): Item | undefined {
  return items[Math.floor(seededRandom(seed) * items.length)];
}
