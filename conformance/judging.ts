import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseRequests } from './facts/rereading.ts';
import type { JudgingOrder, JudgingReply } from './judging-thread.ts';
import type { ChosenRequests } from './requests/probe-dates.ts';
import { limits } from './safety/limits.ts';
import { type Ending, isEnding, startThread, type Thread } from './safety/thread.ts';
import type { Judgment } from './verdict/conclude.ts';
import { causeOf, JudgingProgress, judgeEvidence } from './verdict/judge.ts';

/** The parts of a run that compute with what the deployment sent. */
export interface Judging {
  /** Chooses what to request next, or says why it cannot. */
  readonly choose: (evidence: Evidence) => Promise<ChosenRequests | string>;
  readonly judge: (evidence: Evidence, complete: boolean) => Promise<Judgment>;
  readonly end: () => Promise<void>;
}

/** Judges in this thread, without limits of time, to judge many deployments quickly. */
export const judgingHere: Judging = {
  choose: async (evidence) => chooseRequests(readFacts(evidence)),
  judge: async (evidence, complete) => judgeEvidence(evidence, { complete }),
  end: async () => undefined,
};

type JudgingThread = Thread<JudgingOrder, JudgingReply>;

/** A mistake in the gate: the thread and this program disagree on what comes next. */
const outOfTurn: Ending = { ended: 'failed', message: 'the thread replied out of turn' };

/**
 * Judges in a thread, which is ended when a step takes too long: parsing, or one rule. The run continues
 * without that step in a new thread, and its requirements could not be checked. All steps of a run share one limit of time.
 */
export function judgeInThread(
  ruleMs: number = limits.ruleMs,
  start: () => JudgingThread = () => startThread('./judging-thread', import.meta.url),
): Judging {
  const most = limits.rulesInAll * ruleMs;
  let left = most;
  // Loads while the first requests are sent
  let thread: JudgingThread | undefined = start();

  const send = (order: JudgingOrder) => {
    thread ??= start();
    thread.send(order);
  };

  /** The next reply, within so many milliseconds and what is left for all steps. A thread without one is over. */
  const next = async (milliseconds: number): Promise<JudgingReply | Ending> => {
    const began = performance.now();
    const isLast = left <= milliseconds;
    const reply = (await thread?.next(Math.max(1, Math.min(milliseconds, left)))) ?? outOfTurn;
    left -= performance.now() - began;
    if (!isEnding(reply)) return reply;
    thread = undefined;
    // A timer may fire a little early, by this clock
    if (isLast && reply.ended === 'time') left = 0;
    return reply.ended === 'time' && left <= 0
      ? { ...reply, message: `checking took longer than ${most / 1000} s in all` }
      : reply;
  };

  const end = async () => {
    const ending = thread?.end();
    thread = undefined;
    await ending;
  };

  return {
    choose: async (evidence) => {
      send({ task: 'choose', evidence, skip: [] });
      const reply = await next(ruleMs);
      if ('chosen' in reply) return reply.chosen;
      const ending = isEnding(reply) ? reply : outOfTurn;
      if (ending.ended === 'failed') throw new Error(ending.message);
      return causeOf('choosing what to request', ending, evidence);
    },
    judge: async (evidence, complete) => {
      const progress = new JudgingProgress(evidence, complete);
      send({ task: 'judge', evidence, skip: [] });
      for (;;) {
        const reply = await next(progress.isParsed ? ruleMs : most);
        const judged = progress.add('chosen' in reply ? outOfTurn : reply, left <= 0);
        if (judged !== undefined) {
          left = most;
          // A thread that is not through with its order must not reply to the next one
          if (!progress.isThrough) await end();
          return judged;
        }
        if (isEnding(reply)) send({ task: 'judge', evidence, skip: progress.rulesDone() });
      }
    },
    end,
  };
}
