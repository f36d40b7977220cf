import type { Observation } from './contract/report-types.ts';
import type { Evidence } from './evidence/evidence.ts';
import { rules } from './families/rules.ts';
import type { JudgingReply } from './judging-thread.ts';
import { observeNothing } from './reports/observations.ts';
import type { Exchange } from './requests/exchange.ts';
import { type Ending, isEnding } from './safety/thread.ts';
import { brokenBy, conclude, type Judgment, overLimit, refusal } from './verdict/judge.ts';
import { addTally, type Tally } from './verdict/tally.ts';

/** A judgment, with what the deployment does at the gaps. */
export interface Judged extends Judgment {
  readonly observations: readonly Observation[];
}

/**
 * What the thread has found so far. It replies with the forms when it has parsed the evidence, then with the result of each rule, then
 * with the observations. If it had to be ended during a rule, a new thread begins again without this rule and those before it.
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
  add(reply: JudgingReply | Ending, isOver: boolean): Judged | undefined {
    if (isEnding(reply)) return this.#addEnding(reply, isOver);
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
    this.#isThrough = true;
    return { ...this.#concluded(), observations: reply.observations };
  }

  #addEnding(ending: Ending, isOver: boolean): Judged | undefined {
    if (ending.ended === 'failed') return this.#broken(ending.message);
    const isParsing = !this.#isParsed;
    this.#isParsed = false;
    const rule = isParsing ? undefined : this.#open.shift();
    // What the observations would have shown is not part of the result
    if (isParsing || rule !== undefined)
      this.#ended.push(
        causeOf(isParsing ? 'parsing the responses' : `the rule ${rule}`, ending, this.#evidence),
      );
    const [first = ''] = this.#ended;
    if (isParsing && this.#ended.length === 1)
      return this.#unobserved(overLimit(first, this.#evidence, this.#forms));
    return isParsing || rule === undefined || isOver ? this.#unobserved(this.#concluded()) : undefined;
  }

  #concluded(): Judgment {
    const unfinished = this.#ended.length === 0 ? {} : { unfinished: this.#ended.join('; ') };
    return conclude(this.#evidence, { ...this.#forms, tally: this.#tally, ...unfinished }, this.#complete);
  }

  #broken(message: string): Judged {
    return this.#unobserved(brokenBy(message, this.#evidence, this.#forms));
  }

  #unobserved(judgment: Judgment): Judged {
    return { ...judgment, observations: observeNothing(judgment.formJudged) };
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
