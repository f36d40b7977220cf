import { describe, expect, it } from 'vitest';
import { ReadyAnswers } from './ready-answers.ts';

/** A computation that counts how often it is done. */
function counted(value: () => object) {
  const counter = { times: 0, compute: async () => value() };
  const compute = async () => {
    counter.times += 1;
    return value();
  };
  return Object.assign(counter, { compute });
}

describe('ready answers', () => {
  it('are computed once for a name within an epoch, also for those who ask together', async () => {
    const answers = new ReadyAnswers();
    const work = counted(() => ({ a: 1 }));
    const [first, second] = await Promise.all([
      answers.answer('x', '1', work.compute),
      answers.answer('x', '1', work.compute),
    ]);
    expect([work.times, first.body.toString(), second]).toEqual([1, '{"a":1}', first]);
    await answers.answer('x', '1', work.compute);
    expect(work.times).toBe(1);
    await answers.answer('x', '2', work.compute);
    await answers.answer('y', '2', work.compute);
    expect(work.times).toBe(3);
  });

  it('have an ETag that depends on the bytes alone', async () => {
    const answers = new ReadyAnswers();
    const etagOf = async (name: string, value: object) =>
      (await answers.answer(name, '1', async () => value)).etag;
    expect(await etagOf('x', { a: 1 })).toBe(await etagOf('y', { a: 1 }));
    expect(await etagOf('x2', { a: 1 })).not.toBe(await etagOf('y2', { a: 2 }));
  });

  it('are not kept when computing fails, which everybody who waited is told', async () => {
    const answers = new ReadyAnswers();
    let fails = true;
    const work = counted(() => {
      if (fails) throw new Error('no');
      return {};
    });
    const asked = [answers.answer('x', '1', work.compute), answers.answer('x', '1', work.compute)];
    for (const one of asked) await expect(one).rejects.toThrow('no');
    fails = false;
    expect((await answers.answer('x', '1', work.compute)).body.toString()).toBe('{}');
    expect(work.times).toBe(2);
  });

  it('are not kept when they are very large', async () => {
    const answers = new ReadyAnswers();
    const large = counted(() => ({ text: 'x'.repeat(1 << 20) }));
    await answers.answer('x', '1', large.compute);
    await answers.answer('x', '1', large.compute);
    expect(large.times).toBe(2);
  });

  it('are forgotten in time, so that they never fill the memory', async () => {
    const answers = new ReadyAnswers();
    const work = counted(() => ({ text: 'x'.repeat(900_000) }));
    await answers.answer('first', '1', work.compute);
    for (let n = 0; n < 80; n += 1) await answers.answer(`other ${n}`, '1', work.compute);
    const before = work.times;
    await answers.answer('first', '1', work.compute);
    expect(work.times).toBe(before + 1);
  });
});
