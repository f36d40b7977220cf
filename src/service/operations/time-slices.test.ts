import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TimeSlices } from './time-slices.ts';

/** A computation of several steps that take a few milliseconds each. */
function* steps(count: number, milliseconds: number): Generator<void, number> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    yield;
  }
  return count;
}

function* failingSteps(): Generator<void, void> {
  yield;
  throw new Error('no');
}

/** Counts the turns of the event loop until a promise is settled. */
async function turnsOf(promise: Promise<unknown>): Promise<number> {
  let pending = true;
  const settled = promise.finally(() => {
    pending = false;
  });
  let turns = 0;
  for (; pending; turns += 1) await nextTurn();
  await settled;
  return turns;
}

describe('time slices', () => {
  it('run a computation to its result', async () => {
    expect(await new TimeSlices().run(steps(5, 0))).toBe(5);
    expect(await new TimeSlices().run(steps(0, 0))).toBe(0);
  });

  it('let other work run between steps that take longer than a slice', async () => {
    expect(await turnsOf(new TimeSlices().run(steps(10, 1.1)))).toBeGreaterThanOrEqual(10);
  });

  it('run one computation per turn of the event loop, in order of arrival', async () => {
    const slices = new TimeSlices();
    const order: string[] = [];
    const takeTurns = async (name: string) => {
      for (let turn = 0; turn < 3; turn += 1) {
        await slices.next();
        order.push(name);
      }
    };
    expect(await turnsOf(Promise.all([takeTurns('a'), takeTurns('b')]))).toBeGreaterThanOrEqual(6);
    expect(order.join('')).toBe('ababab');
  });

  it('reject with the error of a computation, and continue with the others', async () => {
    const slices = new TimeSlices();
    const failing = slices.run(failingSteps());
    const other = slices.run(steps(2, 0));
    await expect(failing).rejects.toThrow('no');
    expect(await other).toBe(2);
  });
});
