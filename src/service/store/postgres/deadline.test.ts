import { describe, expect, it } from 'vitest';
import { within } from './deadline.ts';

const late = () => new Error('late');

describe('a time limit', () => {
  it('passes on what is in time', async () => {
    await expect(within(10_000, Promise.resolve(7), late)).resolves.toBe(7);
    await expect(within(10_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own');
  });

  it('rejects what never comes', async () => {
    await expect(within(1, new Promise(() => undefined), late)).rejects.toThrow('late');
  });

  it('does not hold it against a result that the event loop was busy', async () => {
    const result = new Promise((resolve) => setTimeout(() => setImmediate(resolve, 7), 1));
    const limited = within(1, result, late);
    const until = performance.now() + 30;
    while (performance.now() < until);
    await expect(limited).resolves.toBe(7);
  });
});
