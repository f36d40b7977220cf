import type { Evidence } from '../evidence/evidence.ts';
import { type Absence, absenceIn } from '../facts/absence.ts';
import { type Facts, readFacts } from '../facts/facts.ts';
import { formOf } from '../facts/form-seen.ts';
import type { Rule } from '../families/rule.ts';
import { rules as allRules } from '../families/rules.ts';
import type { Exchange } from '../requests/exchange.ts';
import { type Ending, isEnding } from '../safety/thread.ts';
import { brokenBy, conclude, type Forms, type Judgment, overLimit, refusal } from './conclude.ts';
import { addTally, ledgerOf, type Tally } from './tally.ts';

/** A step of judging: the evidence is parsed, then each rule is through. `broken` is the stack of an error, a mistake in the rule. */
export type JudgingStep =
  | { readonly forms: Forms; readonly absence: Absence }
  | { readonly rule: string; readonly tally: Tally; readonly broken: string | undefined };

/** Checks evidence without sending a request: the same evidence always gets the same verdict. */
export function judgeEvidence(
  evidence: Evidence,
  {
    complete = false,
    rules = allRules,
  }: { readonly complete?: boolean; readonly rules?: readonly Rule[] } = {},
): Judgment {
  const progress = new JudgingProgress(evidence, complete, rules);
  for (const step of judgingSteps(readFacts(evidence), rules)) {
    const judged = progress.add(step);
    if (judged !== undefined) return judged;
  }
  throw new Error('there are no rules');
}

/** The forms and what is absent, then what each rule finds. */
export function* judgingSteps(facts: Facts, rules: readonly Rule[]): Generator<JudgingStep> {
  yield {
    forms: { formJudged: facts.form, formSeen: formOf(facts.formSignals) ?? 'unknown' },
    absence: absenceIn(facts),
  };
  for (const rule of rules) {
    const tally: Tally = new Map();
    yield { rule: rule.name, tally, broken: errorOf(() => rule.judge(facts, ledgerOf(tally))) };
  }
}

function errorOf(judge: () => void): string | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/**
 * The findings of the steps so far. If a thread had to be ended during a rule, a new one begins again without this rule and those
 * before it.
 */
export class JudgingProgress {
  readonly #evidence: Evidence;
  readonly #complete: boolean;
  readonly #tally: Tally = new Map();
  #forms: Forms;
  #absence: Absence = {};
  #isParsed = false;
  #isThrough = false;
  readonly #rules: readonly Rule[];
  /** Rules without a result yet; the first one is at work. */
  readonly #open: string[];
  /** Why steps were ended. */
  readonly #ended: string[] = [];

  constructor(evidence: Evidence, complete: boolean, rules = allRules) {
    this.#evidence = evidence;
    this.#complete = complete;
    this.#rules = rules;
    this.#open = rules.map(({ name }) => name);
    const { formDeclared } = evidence;
    this.#forms = { formJudged: formDeclared === 'auto' ? 2 : formDeclared, formSeen: 'unknown' };
  }

  /** True if the thread that works on this has parsed the evidence. */
  get isParsed(): boolean {
    return this.#isParsed;
  }

  /** True if the thread has sent its last reply. */
  get isThrough(): boolean {
    return this.#isThrough;
  }

  /** The rules that a new thread skips: they have a result, or were ended. */
  rulesDone(): readonly string[] {
    return this.#rules.map(({ name }) => name).filter((name) => !this.#open.includes(name));
  }

  /**
   * Adds a step, or why there was none; returns the judgment when there is nothing left to wait for.
   * @param isOver Whether the time for all steps is over.
   */
  add(step: JudgingStep | Ending, isOver = false): Judgment | undefined {
    if (isEnding(step)) return this.#addEnding(step, isOver);
    if ('forms' in step) {
      this.#isParsed = true;
      this.#forms = step.forms;
      this.#absence = step.absence;
      return refusal(this.#evidence, this.#forms);
    }
    this.#open.shift();
    if (step.broken !== undefined) return this.#broken(step.broken);
    addTally(this.#tally, step.tally);
    this.#isThrough = this.#open.length === 0;
    return this.#isThrough ? this.#concluded() : undefined;
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
    return conclude(
      this.#evidence,
      { ...this.#forms, tally: this.#tally, absence: this.#absence, ...unfinished },
      this.#complete,
    );
  }

  #broken(message: string): Judgment {
    return brokenBy(message, this.#evidence, this.#forms);
  }
}

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
