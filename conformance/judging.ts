import type { Observation } from './contract/report-types.ts';
import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseProbeDates } from './facts/probe-dates.ts';
import { chooseRereading } from './facts/rereading.ts';
import type { JudgingOrder, JudgingReply } from './judging-thread.ts';
import { observeGaps, observeNothing } from './reports/observations.ts';
import type { RequestSpec } from './requests/exchange.ts';
import type { ProbeDates } from './requests/probe-dates.ts';
import { rules } from './rules/rules.ts';
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
 * without that step in a new thread, and its requirements could not be judged.
 */
export function judgeInThread(
  ruleMs: number = limits.ruleMs,
  start: () => Thread<JudgingOrder, JudgingReply> = startJudging,
): Judging {
  // Loads while the first requests are sent
  let thread: Thread<JudgingOrder, JudgingReply> | undefined = start();

  const ask = async (order: JudgingOrder, what: string) => {
    thread ??= start();
    thread.send(order);
    const reply = await thread.next(ruleMs);
    if (!isEnding(reply)) return reply;
    thread = undefined;
    if (reply.ended === 'failed') throw new Error(reply.message);
    return causeOf(what, reply);
  };

  const chooseDates = async (evidence: Evidence) => {
    const reply = await ask({ chooseDates: evidence }, 'choosing the dates to ask about');
    return typeof reply === 'string' ? reply : 'dates' in reply ? reply.dates : outOfTurn;
  };

  const chooseAgain = async (evidence: Evidence) => {
    const reply = await ask({ chooseRereading: evidence }, 'choosing the request to repeat');
    return typeof reply === 'string' ? reply : 'rereading' in reply ? reply.rereading : outOfTurn;
  };

  const judge = async (evidence: Evidence, complete: boolean) => {
    const progress = new Progress(evidence, complete, Date.now() + limits.rulesInAll * ruleMs);
    for (let isSent = false; ; isSent = thread !== undefined) {
      thread ??= start();
      if (!isSent) thread.send(progress.order());
      const reply = await thread.next(progress.limit(ruleMs));
      if (isEnding(reply)) thread = undefined;
      const judged = progress.add(reply);
      if (judged === undefined) continue;
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
  #forms: Pick<Judgment, 'formJudged' | 'formSeen'>;
  #isParsed = false;
  readonly #evidence: Evidence;
  readonly #complete: boolean;
  readonly #deadline: number;
  readonly #tally: Tally = new Map();
  /** Rules without a result yet; the thread works on the first one. */
  readonly #open = rules.map(({ name }) => name);
  readonly #late: string[] = [];

  constructor(evidence: Evidence, complete: boolean, deadline: number) {
    this.#evidence = evidence;
    this.#complete = complete;
    this.#deadline = deadline;
    const { formDeclared } = evidence;
    this.#forms = { formJudged: formDeclared === 'auto' ? 2 : formDeclared, formSeen: 'unknown' };
  }

  order(): JudgingOrder {
    this.#isParsed = false;
    const skip = rules.map(({ name }) => name).filter((name) => !this.#open.includes(name));
    return { judge: this.#evidence, skip };
  }

  /** Milliseconds for the next reply. */
  limit(ruleMs: number): number {
    const left = Math.max(1, this.#deadline - Date.now());
    return this.#isParsed ? Math.min(ruleMs, left) : left;
  }

  /** Takes a reply; returns the judgment if it is the last one. */
  add(reply: JudgingReply | Ending): Judged | undefined {
    if (isEnding(reply)) return this.#end(reply);
    if ('forms' in reply) {
      this.#isParsed = true;
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

  #end(ending: Ending): Judged | undefined {
    if (ending.ended === 'failed') return this.#broken(ending.message);
    if (!this.#isParsed) {
      const reason = causeOf('parsing the responses', ending);
      this.#late.push(reason);
      return this.#unobserved(
        this.#late.length > 1 ? this.#concluded() : overLimit(reason, this.#evidence, this.#forms),
      );
    }
    const rule = this.#open.shift();
    if (rule !== undefined) this.#late.push(causeOf(`the rule ${rule}`, ending));
    const isOver = rule === undefined || this.#deadline <= Date.now();
    return isOver ? this.#unobserved(this.#concluded()) : undefined;
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

function causeOf(what: string, { message }: Ending): string {
  return `${what} was ended, since ${message} with the responses of this deployment`;
}
