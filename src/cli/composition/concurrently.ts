/** The number at once: enough to keep the connections of a pool busy, and few enough that requests still get one. */
const AT_ONCE = 4;

/** Runs `work` for a few items at a time. When one fails, no other begins; those under way end, and then it rejects. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // One iterator for all: each takes the next item when it has time.
  const rest = items.values();
  let hasFailed = false;
  const takeItems = async () => {
    for (const item of rest) {
      if (hasFailed) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeItems));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
