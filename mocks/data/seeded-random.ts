/** A number from 0 up to but not including 1 that looks random but is always the same for a seed: a text, perhaps after a hashed one. */
export function seededRandom(text: string, before?: number): number {
  let hash = hashOf(text, before);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** The FNV-1a hash of a text, or of a text after another one, given that one's hash. */
export function hashOf(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Picks an item at random; undefined if there are none. */
export function pick<Item>(items: readonly Item[], seed: string): Item | undefined {
  return items[Math.floor(seededRandom(seed) * items.length)];
}
