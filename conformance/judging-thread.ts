import { parentPort } from 'node:worker_threads';
import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseProbeDates } from './facts/probe-dates.ts';
import { chooseRereading } from './facts/rereading.ts';
import { rules } from './families/rules.ts';
import type { Exchange, RequestSpec } from './requests/exchange.ts';
import type { ProbeDates } from './requests/probe-dates.ts';
import { type JudgingStep, judgingSteps } from './verdict/judge.ts';

/** What the thread is asked to do with the evidence. */
export interface JudgingOrder {
  readonly task: 'chooseDates' | 'chooseRereading' | 'judge';
  /** Without the first exchanges of the run, as many as `known`: the thread has them from earlier orders. */
  readonly evidence: Evidence;
  readonly known: number;
  /** Rules that are not to be run. */
  readonly skip: readonly string[];
}

/**
 * The first two tasks have one reply. `judge` is replied to step by step, so that what is done stays done when the next step takes too
 * long: the forms when the evidence is parsed, then each rule in the order of `rules`.
 */
export type JudgingReply =
  | { readonly dates: ProbeDates }
  | { readonly rereading: RequestSpec | undefined }
  | JudgingStep;

const exchanges: Exchange[] = [];

parentPort?.on('message', ({ task, evidence, known, skip }: JudgingOrder) => {
  const reply = (one: JudgingReply) => parentPort?.postMessage(one);
  exchanges.splice(known, exchanges.length, ...evidence.exchanges);
  const facts = readFacts({ ...evidence, exchanges });
  if (task === 'chooseDates') return reply({ dates: chooseProbeDates(facts) });
  if (task === 'chooseRereading') return reply({ rereading: chooseRereading(facts) });
  const open = rules.filter(({ name }) => !skip.includes(name));
  for (const step of judgingSteps(facts, open)) reply(step);
});
