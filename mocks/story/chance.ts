/** A number from 0 to below 1 that looks random and is always the same for a text (FNV-1a, then mixed). */
export function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** The item that chance picks. */
export function pick<Item>(items: readonly Item[], text: string): Item | undefined {
  return items[Math.floor(chance(text) * items.length)];
}
