import type { Observation } from './contract/report-types.ts';
import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseProbeDates } from './facts/probe-dates.ts';
import { chooseRereading } from './facts/rereading.ts';
import { rules } from './families/rules.ts';
import type { JudgingOrder, JudgingReply } from './judging-thread.ts';
import { observeGaps, observeNothing } from './reports/observations.ts';
import type { Exchange, RequestSpec } from './requests/exchange.ts';
import type { ProbeDates } from './requests/probe-dates.ts';
import { limits } from './safety/limits.ts';
import { type Ending, isEnding, startThread, type Thread } from './safety/thread.ts';
import { brokenBy, conclude, type Judgment, judgeEvidence, overLimit, refusal } from './verdict/judge.ts';
import { addTally, type Tally } from './verdict/tally.ts';

/** A judgment, with what the deployment does at the gaps. */
export interface Judged extends Judgment {
  readonly observations: readonly Observation[];
}

/** The parts of a run that compute with what the deployment sent. */
export interface Judging {
  /** The dates to request, or why they cannot be chosen. */
  readonly chooseDates: (evidence: Evidence) => Promise<ProbeDates | string>;
  /** The request to repeat, if any, or why it cannot be chosen. */
  readonly chooseRereading: (evidence: Evidence) => Promise<RequestSpec | string | undefined>;
  readonly judge: (evidence: Evidence, complete: boolean) => Promise<Judged>;
  readonly end: () => Promise<void>;
}

/** Judges in this thread, without limits of time, to judge many deployments quickly. */
export const judgingHere: Judging = {
  chooseDates: async (evidence) => chooseProbeDates(readFacts(evidence)),
  chooseRereading: async (evidence) => chooseRereading(readFacts(evidence)),
  judge: async (evidence, complete) => {
    const facts = readFacts(evidence);
    return { ...judgeEvidence(evidence, { complete, facts }), observations: observeGaps(facts) };
  },
  end: async () => undefined,
};

/**
 * Judges in a thread, which is ended when a step takes too long: parsing, one rule, the observations. The run continues
 * without that step in a new thread, and its requirements could not be judged. All steps of a run share one limit of time.
 */
export function judgeInThread(
  ruleMs: number = limits.ruleMs,
  start: () => Thread<JudgingOrder, JudgingReply> = startJudging,
): Judging {
  // Loads while the first requests are sent
  let thread: Thread<JudgingOrder, JudgingReply> | undefined = start();
  const inAll = limits.rulesInAll * ruleMs;
  let left = inAll;

  /** The next reply of the thread, within the time for one step and what is left for all. */
  const replyOf = async (replying: Thread<JudgingOrder, JudgingReply>, most: number) => {
    const began = performance.now();
    const reply = await replying.next(Math.max(1, Math.min(most, left)));
    left -= performance.now() - began;
    if (!isEnding(reply)) return reply;
    thread = undefined;
    return reply.ended === 'time' && left <= 0
      ? { ...reply, message: `judging took longer than ${inAll / 1000} s in all` }
      : reply;
  };

  let sent: { readonly thread: unknown; readonly exchanges: unknown; readonly count: number } | undefined;
  /** The evidence without the exchanges that the thread has. */
  const unsent = (evidence: Evidence) => {
    const { exchanges } = evidence;
    const known = sent?.thread === thread && sent?.exchanges === exchanges ? sent.count : 0;
    sent = { thread, exchanges, count: exchanges.length };
    return { evidence: { ...evidence, exchanges: exchanges.slice(known) }, known };
  };

  const ask = async (name: 'chooseDates' | 'chooseRereading', evidence: Evidence, what: string) => {
    thread ??= start();
    const { evidence: rest, known } = unsent(evidence);
    thread.send(name === 'chooseDates' ? { chooseDates: rest, known } : { chooseRereading: rest, known });
    const reply = await replyOf(thread, ruleMs);
    if (!isEnding(reply)) return reply;
    if (reply.ended === 'failed') throw new Error(reply.message);
    return causeOf(what, reply, evidence);
  };

  const chooseDates = async (evidence: Evidence) => {
    const reply = await ask('chooseDates', evidence, 'choosing the dates to ask about');
    return typeof reply === 'string' ? reply : 'dates' in reply ? reply.dates : outOfTurn;
  };

  const chooseAgain = async (evidence: Evidence) => {
    const reply = await ask('chooseRereading', evidence, 'choosing the request to repeat');
    return typeof reply === 'string' ? reply : 'rereading' in reply ? reply.rereading : outOfTurn;
  };

  const judge = async (evidence: Evidence, complete: boolean) => {
    const progress = new Progress(evidence, complete);
    for (let isSent = false; ; isSent = thread !== undefined) {
      thread ??= start();
      if (!isSent) {
        const { evidence: rest, known } = unsent(evidence);
        thread.send({ judge: rest, known, skip: progress.begin() });
      }
      const judged = progress.add(await replyOf(thread, progress.isParsed ? ruleMs : inAll), left <= 0);
      if (judged === undefined) continue;
      left = inAll;
      // A thread that is not through with its order must not reply to the next one
      if (thread !== undefined && !progress.isThrough) await thread.end();
      if (!progress.isThrough) thread = undefined;
      return judged;
    }
  };

  return { chooseDates, chooseRereading: chooseAgain, judge, end: async () => await thread?.end() };
}

const outOfTurn = 'the thread replied out of turn';

/** What the thread has found so far. */
class Progress {
  isThrough = false;
  isParsed = false;
  #forms: Pick<Judgment, 'formJudged' | 'formSeen'>;
  readonly #evidence: Evidence;
  readonly #complete: boolean;
  readonly #tally: Tally = new Map();
  /** Rules without a result yet; the thread works on the first one. */
  readonly #open = rules.map(({ name }) => name);
  readonly #late: string[] = [];

  constructor(evidence: Evidence, complete: boolean) {
    this.#evidence = evidence;
    this.#complete = complete;
    const { formDeclared } = evidence;
    this.#forms = { formJudged: formDeclared === 'auto' ? 2 : formDeclared, formSeen: 'unknown' };
  }

  /** Begins with a new thread; returns the names of the rules that have a result. */
  begin(): readonly string[] {
    this.isParsed = false;
    return rules.map(({ name }) => name).filter((name) => !this.#open.includes(name));
  }

  /** Takes a reply; returns the judgment if it is the last one, or if the time is over. */
  add(reply: JudgingReply | Ending, isOver: boolean): Judged | undefined {
    if (isEnding(reply)) return this.#end(reply, isOver);
    if ('forms' in reply) {
      this.isParsed = true;
      this.#forms = reply.forms;
      const refused = refusal(this.#evidence, this.#forms);
      return refused === undefined ? undefined : this.#unobserved(refused);
    }
    if ('rule' in reply) {
      this.#open.shift();
      if (reply.broken !== undefined) return this.#broken(reply.broken);
      addTally(this.#tally, reply.tally);
      return undefined;
    }
    if (!('observations' in reply)) return this.#broken(outOfTurn);
    this.isThrough = true;
    return { ...this.#concluded(), observations: reply.observations };
  }

  #end(ending: Ending, isOver: boolean): Judged | undefined {
    if (ending.ended === 'failed') return this.#broken(ending.message);
    if (!this.isParsed) {
      const reason = causeOf('parsing the responses', ending, this.#evidence);
      this.#late.push(reason);
      return this.#unobserved(
        this.#late.length > 1 ? this.#concluded() : overLimit(reason, this.#evidence, this.#forms),
      );
    }
    const rule = this.#open.shift();
    if (rule !== undefined) this.#late.push(causeOf(`the rule ${rule}`, ending, this.#evidence));
    return rule === undefined || isOver ? this.#unobserved(this.#concluded()) : undefined;
  }

  #concluded(): Judgment {
    const unfinished = this.#late.length === 0 ? {} : { unfinished: this.#late.join('; ') };
    return conclude(this.#evidence, { ...this.#forms, tally: this.#tally, ...unfinished }, this.#complete);
  }

  #broken(message: string): Judged {
    return this.#unobserved(brokenBy(message, this.#evidence, this.#forms));
  }

  #unobserved(judgment: Judgment): Judged {
    return { ...judgment, observations: observeNothing(judgment.formJudged) };
  }
}

function startJudging(): Thread<JudgingOrder, JudgingReply> {
  return startThread('./judging-thread', import.meta.url);
}

function causeOf(what: string, { message }: Ending, { exchanges }: Evidence): string {
  const size = ({ response }: Exchange) => response?.bytes ?? 0;
  const [largest] = exchanges.toSorted((a, b) => size(b) - size(a));
  const where =
    largest === undefined
      ? ''
      : `; the largest is that of ${largest.method} ${largest.endpoint} (request ${largest.number}, ${size(largest)} bytes)`;
  return `${what} was ended, since ${message} with the responses of this deployment${where}`;
}
