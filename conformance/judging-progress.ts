import type { Evidence } from './evidence/evidence.ts';
import { rules } from './families/rules.ts';
import type { JudgingReply } from './judging-thread.ts';
import type { Exchange } from './requests/exchange.ts';
import { type Ending, isEnding } from './safety/thread.ts';
import { brokenBy, conclude, type Judgment, overLimit, refusal } from './verdict/judge.ts';
import { addTally, type Tally } from './verdict/tally.ts';

/**
 * What the thread has found so far. It replies with the forms when it has parsed the evidence, then with the result of each rule. If it
 * had to be ended during a rule, a new thread begins again without this rule and those before it.
 */
export class JudgingProgress {
  readonly #evidence: Evidence;
  readonly #complete: boolean;
  readonly #tally: Tally = new Map();
  #forms: Pick<Judgment, 'formJudged' | 'formSeen'>;
  #isParsed = false;
  #isThrough = false;
  /** Rules without a result yet; the thread works on the first one. */
  readonly #open = rules.map(({ name }) => name);
  /** Why steps were ended. */
  readonly #ended: string[] = [];

  constructor(evidence: Evidence, complete: boolean) {
    this.#evidence = evidence;
    this.#complete = complete;
    const { formDeclared } = evidence;
    this.#forms = { formJudged: formDeclared === 'auto' ? 2 : formDeclared, formSeen: 'unknown' };
  }

  /** Whether the thread that works on this has parsed the evidence. */
  get isParsed(): boolean {
    return this.#isParsed;
  }

  /** Whether the thread has sent its last reply. */
  get isThrough(): boolean {
    return this.#isThrough;
  }

  /** The rules that a new thread skips: they have a result, or were ended. */
  rulesDone(): readonly string[] {
    return rules.map(({ name }) => name).filter((name) => !this.#open.includes(name));
  }

  /**
   * Adds a reply, or why there was none; returns the judgment when there is nothing left to wait for.
   * @param isOver Whether the time for all steps is over.
   */
  add(reply: JudgingReply | Ending, isOver: boolean): Judgment | undefined {
    if (isEnding(reply)) return this.#addEnding(reply, isOver);
    if ('forms' in reply) {
      this.#isParsed = true;
      this.#forms = reply.forms;
      return refusal(this.#evidence, this.#forms);
    }
    if ('rule' in reply) {
      this.#open.shift();
      if (reply.broken !== undefined) return this.#broken(reply.broken);
      addTally(this.#tally, reply.tally);
      this.#isThrough = this.#open.length === 0;
      return this.#isThrough ? this.#concluded() : undefined;
    }
    return this.#broken(outOfTurn);
  }

  #addEnding(ending: Ending, isOver: boolean): Judgment | undefined {
    if (ending.ended === 'failed') return this.#broken(ending.message);
    if (!this.#isParsed) {
      const reason = causeOf('parsing the responses', ending, this.#evidence);
      // In a second thread, the rules have already found something in the first one
      if (this.#ended.length === 0) return overLimit(reason, this.#evidence, this.#forms);
      this.#ended.push(reason);
      return this.#concluded();
    }
    this.#isParsed = false;
    this.#ended.push(causeOf(`the rule ${this.#open.shift()}`, ending, this.#evidence));
    return this.#open.length === 0 || isOver ? this.#concluded() : undefined;
  }

  #concluded(): Judgment {
    const unfinished = this.#ended.length === 0 ? {} : { unfinished: this.#ended.join('; ') };
    return conclude(this.#evidence, { ...this.#forms, tally: this.#tally, ...unfinished }, this.#complete);
  }

  #broken(message: string): Judgment {
    return brokenBy(message, this.#evidence, this.#forms);
  }
}

/** A mistake in the gate: the thread and this program disagree on what comes next. */
export const outOfTurn = 'the thread replied out of turn';

/** Why a step has no result, with the response that probably made it so slow. */
export function causeOf(what: string, { message }: Ending, { exchanges }: Evidence): string {
  const size = ({ response }: Exchange) => response?.bytes ?? 0;
  const [largest] = exchanges.toSorted((a, b) => size(b) - size(a));
  const where =
    largest === undefined
      ? ''
      : `; the largest is that of ${largest.method} ${largest.endpoint} (request ${largest.number}, ${size(largest)} bytes)`;
  return `${what} was ended, since ${message} with the responses of this deployment${where}`;
}
