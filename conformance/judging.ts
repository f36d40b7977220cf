import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseProbeDates } from './facts/probe-dates.ts';
import { chooseRereading } from './facts/rereading.ts';
import type { JudgingOrder, JudgingReply } from './judging-thread.ts';
import type { RequestSpec } from './requests/exchange.ts';
import type { ProbeDates } from './requests/probe-dates.ts';
import { limits } from './safety/limits.ts';
import { type Ending, isEnding, startThread, type Thread } from './safety/thread.ts';
import type { Judgment } from './verdict/conclude.ts';
import { causeOf, JudgingProgress, judgeEvidence } from './verdict/judge.ts';

/** The parts of a run that compute with what the deployment sent. */
export interface Judging {
  /** The dates to request, or why they cannot be chosen. */
  readonly chooseDates: (evidence: Evidence) => Promise<ProbeDates | string>;
  /** The request to repeat, if any, or why it cannot be chosen. */
  readonly chooseRereading: (evidence: Evidence) => Promise<RequestSpec | string | undefined>;
  readonly judge: (evidence: Evidence, complete: boolean) => Promise<Judgment>;
  readonly end: () => Promise<void>;
}

/** Judges in this thread, without limits of time, to judge many deployments quickly. */
export const judgingHere: Judging = {
  chooseDates: async (evidence) => chooseProbeDates(readFacts(evidence)),
  chooseRereading: async (evidence) => chooseRereading(readFacts(evidence)),
  judge: async (evidence, complete) => judgeEvidence(evidence, { complete }),
  end: async () => undefined,
};

/** A mistake in the gate: the thread and this program disagree on what comes next. */
const outOfTurn = 'the thread replied out of turn';

/**
 * Judges in a thread, which is ended when a step takes too long: parsing, or one rule. The run continues
 * without that step in a new thread, and its requirements could not be checked. All steps of a run share one limit of time.
 */
export function judgeInThread(
  ruleMs: number = limits.ruleMs,
  start: () => JudgingThread = () => startThread('./judging-thread', import.meta.url),
): Judging {
  const worker = new LimitedThread(start, limits.rulesInAll * ruleMs);

  /** The reply to an order that has only one; or why there is none. */
  const ask = async (task: 'chooseDates' | 'chooseRereading', evidence: Evidence, what: string) => {
    worker.send(task, evidence);
    const reply = await worker.next(ruleMs);
    if (!isEnding(reply)) return reply;
    if (reply.ended === 'failed') throw new Error(reply.message);
    return causeOf(what, reply, evidence);
  };

  return {
    chooseDates: async (evidence) => {
      const reply = await ask('chooseDates', evidence, 'choosing the dates to ask about');
      return typeof reply === 'string' ? reply : 'dates' in reply ? reply.dates : outOfTurn;
    },
    chooseRereading: async (evidence) => {
      const reply = await ask('chooseRereading', evidence, 'choosing the request to repeat');
      return typeof reply === 'string' ? reply : 'rereading' in reply ? reply.rereading : outOfTurn;
    },
    judge: async (evidence, complete) => {
      const progress = new JudgingProgress(evidence, complete);
      worker.send('judge', evidence);
      for (;;) {
        const reply = await worker.next(progress.isParsed ? ruleMs : worker.most);
        const isStep = isEnding(reply) || 'forms' in reply || 'rule' in reply;
        const judged = progress.add(isStep ? reply : { ended: 'failed', message: outOfTurn }, worker.isOver);
        if (judged === undefined) {
          if (isEnding(reply)) worker.send('judge', evidence, progress.rulesDone());
          continue;
        }
        worker.allowAnotherRun();
        // A thread that is not through with its order must not reply to the next one
        if (!progress.isThrough) await worker.end();
        return judged;
      }
    },
    end: () => worker.end(),
  };
}

type JudgingThread = Thread<JudgingOrder, JudgingReply>;

/** A thread for one run after the other, with a limit of time for all steps of a run. When it has ended, the next order starts a new one. */
class LimitedThread {
  /** Milliseconds for all steps of a run. */
  readonly most: number;
  readonly #start: () => JudgingThread;
  #thread: JudgingThread | undefined;
  #left: number;
  /** The exchanges that the thread has, so that each is sent once. */
  #sent: { readonly exchanges: Evidence['exchanges']; readonly count: number } | undefined;

  constructor(start: () => JudgingThread, most: number) {
    this.most = most;
    this.#start = start;
    this.#left = most;
    // Loads while the first requests are sent
    this.#thread = start();
  }

  /** Whether the time for all steps is over. */
  get isOver(): boolean {
    return this.#left <= 0;
  }

  allowAnotherRun(): void {
    this.#left = this.most;
  }

  send(task: JudgingOrder['task'], evidence: Evidence, skip: readonly string[] = []): void {
    this.#thread ??= this.#start();
    const { exchanges } = evidence;
    const known = this.#sent?.exchanges === exchanges ? this.#sent.count : 0;
    this.#sent = { exchanges, count: exchanges.length };
    this.#thread.send({ task, evidence: { ...evidence, exchanges: exchanges.slice(known) }, known, skip });
  }

  /** The next reply, within so many milliseconds and what is left for all steps. */
  async next(milliseconds: number): Promise<JudgingReply | Ending> {
    const began = performance.now();
    const isLast = this.#left <= milliseconds;
    const reply = await this.#thread?.next(Math.max(1, Math.min(milliseconds, this.#left)));
    this.#left -= performance.now() - began;
    if (reply === undefined) return { ended: 'failed', message: outOfTurn };
    if (!isEnding(reply)) return reply;
    // A timer may fire a little early, by this clock.
    if (isLast && reply.ended === 'time') this.#left = 0;
    this.#forget();
    return reply.ended === 'time' && this.isOver
      ? { ...reply, message: `checking took longer than ${this.most / 1000} s in all` }
      : reply;
  }

  async end(): Promise<void> {
    const thread = this.#thread;
    this.#forget();
    await thread?.end();
  }

  #forget(): void {
    this.#thread = undefined;
    this.#sent = undefined;
  }
}
