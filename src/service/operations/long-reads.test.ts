import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LongReads, TooManyReads } from './long-reads.ts';
import { TimeSlices } from './time-slices.ts';

/** Reads that stay open until they are ended, and how many of them are open. */
function openReads() {
  const open = { count: 0, most: 0 };
  const longReads = new LongReads(new TimeSlices());
  async function* source(): AsyncGenerator<number> {
    open.count += 1;
    open.most = Math.max(open.most, open.count);
    try {
      for (let batch = 1; ; batch += 1) yield batch;
    } finally {
      open.count -= 1;
    }
  }
  return { open, start: (key: number) => longReads.batches({ key, since: performance.now() }, source) };
}

/** Lets everything run that can. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) await nextTurn();
}

describe('long reads', () => {
  it('run three at a time for a key, and the next when one ends, in order of arrival', async () => {
    const { open, start } = openReads();
    const reads = Array.from({ length: 5 }, () => start(1));
    const started: number[] = [];
    const first = reads.map((read, index) => read.next().then(() => started.push(index)));
    await settle();
    expect([started, open.count]).toEqual([[0, 1, 2], 3]);
    await reads[1]?.return();
    await settle();
    expect([started, open.count]).toEqual([[0, 1, 2, 3], 3]);
    for (const read of reads) await read.return();
    await Promise.all(first);
    expect([started, open.count]).toEqual([[0, 1, 2, 3, 4], 0]);
  });

  it('of one key do not wait for another key', async () => {
    const { open, start } = openReads();
    const reads = [1, 1, 1, 1, 2].map(start);
    const first = reads.map((read) => read.next());
    expect(await first[4]).toEqual({ done: false, value: 1 });
    expect(open.count).toBe(4);
    for (const read of reads) await read.return();
    await Promise.all(first);
  });

  it('are at most a hundred in all', async () => {
    const { open, start } = openReads();
    const reads = Array.from({ length: 120 }, (_, key) => start(key));
    const first = reads.map((read) => read.next());
    await settle();
    expect(open.count).toBe(100);
    for (const read of reads) await read.return();
    await Promise.all(first);
    expect([open.most, open.count]).toEqual([100, 0]);
  });

  it('are refused to a key that has three under way and fifty waiting', async () => {
    const { start } = openReads();
    const reads = Array.from({ length: 53 }, () => start(1));
    const first = reads.map((read) => read.next());
    await expect(start(1).next()).rejects.toThrow(TooManyReads);
    expect((await start(2).next()).value).toBe(1);
    for (const read of reads) await read.return();
    await Promise.all(first);
    expect((await start(1).next()).value).toBe(1);
  });

  it('make room when they fail', async () => {
    const longReads = new LongReads(new TimeSlices());
    // biome-ignore lint/correctness/useYield: it fails before its first batch.
    async function* failing(): AsyncGenerator<number> {
      throw new Error('no');
    }
    for (let n = 0; n < 10; n += 1) {
      await expect(longReads.batches({ key: 1, since: performance.now() }, failing).next()).rejects.toThrow(
        'no',
      );
    }
  });
});
