import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rules } from './families/rules.ts';
import { judgeInThread } from './judging.ts';
import type { JudgingOrder, JudgingReply } from './judging-thread.ts';
import type { Ending, Thread } from './safety/thread.ts';
import { evidenceOn, withOutcome } from './testing/run-gate.fixture.ts';
import { addTally, ledgerOf, type Tally } from './verdict/tally.ts';

const evidence = await evidenceOn({ count: 30 });
const forms: JudgingReply = { forms: { formJudged: 2, formSeen: 2 }, absence: {} };
const late: Ending = { ended: 'time', message: 'it took longer than 20 s' };

/** A thread that replies as `script` says, which gets the order. */
function scripted(orders: JudgingOrder[], script: (order: JudgingOrder) => (JudgingReply | Ending)[]) {
  return (): Thread<JudgingOrder, JudgingReply> => {
    let replies: (JudgingReply | Ending)[] = [];
    return {
      send: (order) => {
        orders.push(order);
        replies = script(order);
      },
      next: async () => replies.shift() ?? { ended: 'failed', message: 'the script is over' },
      end: async () => undefined,
    };
  };
}

function found(
  rule: string,
  add: (ledger: ReturnType<typeof ledgerOf>) => void = () => undefined,
): JudgingReply {
  const tally: Tally = new Map();
  add(ledgerOf(tally));
  return { rule, tally, broken: undefined };
}

describe('judging in a thread', () => {
  const skipped = ({ skip }: JudgingOrder) => skip;
  const resultsFrom = (order: JudgingOrder) =>
    rules.filter(({ name }) => !skipped(order).includes(name)).map(({ name }) => found(name));

  it('continues without a rule that takes too long, in a new thread, and cannot check what no other rule did', async () => {
    const orders: JudgingOrder[] = [];
    const start = scripted(orders, (order) => [
      forms,
      ...(skipped(order).length === 0
        ? [found('transport', (ledger) => ledger.pass('http.answers')), late]
        : resultsFrom(order)),
    ]);
    const judged = await judgeInThread(20_000, start).judge(evidence, false);
    expect(orders.map(skipped)).toEqual([[], ['transport', 'credentials']]);
    expect(judged.exitCode).toBe(3);
    expect(judged.problem).toMatch(/^the rule credentials was ended, since it took longer than 20 s/);
    expect(withOutcome(judged, 'pass')).toEqual(['http.answers']);
    expect(withOutcome(judged, 'inconclusive')).toContain('auth.missing');
  });

  it('is over when the last rule takes too long', async () => {
    const orders: JudgingOrder[] = [];
    const start = scripted(orders, (order) => [forms, ...resultsFrom(order).slice(0, -1), late]);
    const judged = await judgeInThread(20_000, start).judge(evidence, false);
    expect([orders.length, judged.exitCode]).toEqual([1, 3]);
  });

  it('keeps failures: 1 wins over 3', async () => {
    const start = scripted([], (order) => [
      forms,
      ...(skipped(order).length === 0
        ? [found('transport', (ledger) => ledger.fail('http.answers', { message: 'no' })), late]
        : resultsFrom(order)),
    ]);
    expect((await judgeInThread(20_000, start).judge(evidence, false)).exitCode).toBe(1);
  });

  it.each([
    ['parsing takes too long', [late], 3, /^parsing the responses was ended/],
    [
      'parsing takes too much memory',
      [{ ended: 'memory', message: 'm' }],
      3,
      /^parsing the responses was ended/,
    ],
    ['the thread fails', [forms, { ended: 'failed', message: 'stack' }], 4, /a rule failed: stack/],
    [
      'a rule throws',
      [forms, { rule: 'transport', tally: new Map(), broken: 'stack' }],
      4,
      /a rule failed: stack/,
    ],
  ] as const)('exits with the right code when %s', async (_title, replies, exitCode, problem) => {
    const judged = await judgeInThread(
      20_000,
      scripted([], () => [...replies]),
    ).judge(evidence, false);
    expect([judged.exitCode, judged.problem ?? '']).toEqual([exitCode, expect.stringMatching(problem)]);
  });

  it('ends all steps when they take too long together, and names the largest response', async () => {
    const slow: Ending = { ended: 'time', message: 'it took longer than 0.03 s' };
    const start = (): Thread<JudgingOrder, JudgingReply> => ({
      send: () => undefined,
      next: async (milliseconds) => {
        await wait(milliseconds + 1);
        return slow;
      },
      end: async () => undefined,
    });
    const judging = judgeInThread(30, start);
    await judging.choose(evidence);
    const judged = await judging.judge(evidence, false);
    expect(judged.exitCode).toBe(3);
    expect(judged.problem).toMatch(
      /checking took longer than 0.09 s in all .*; the largest is that of GET \S+ \(request \d+, \d+ bytes\)$/,
    );
  });

  it('does not choose requests when that takes too long', async () => {
    const judging = judgeInThread(
      20_000,
      scripted([], () => [late]),
    );
    expect(await judging.choose(evidence)).toMatch(/^choosing what to request was ended/);
  });
});

it('findings beyond the first are counted, not kept', () => {
  const [tally, sum]: Tally[] = [new Map(), new Map()];
  const ledger = ledgerOf(tally as Tally);
  for (let at = 0; at < 1000; at += 1) ledger.fail('http.answers', { message: String(at) });
  addTally(sum as Tally, tally as Tally);
  addTally(sum as Tally, tally as Tally);
  const entry = (sum as Tally).get('http.answers');
  expect([entry?.failed, entry?.failures.length]).toEqual([2000, 5]);
});
