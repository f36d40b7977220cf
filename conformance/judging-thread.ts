import { parentPort } from 'node:worker_threads';
import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseRequests } from './facts/rereading.ts';
import { rules } from './families/rules.ts';
import type { ChosenRequests } from './requests/probe-dates.ts';
import { type JudgingStep, judgingSteps } from './verdict/judge.ts';

/** A task with the evidence: the thread chooses what to request next, or runs all rules but some. */
export interface JudgingOrder {
  readonly task: 'choose' | 'judge';
  readonly evidence: Evidence;
  readonly skip: readonly string[];
}

/**
 * `choose` has one reply. `judge` is replied to step by step, so that what is done stays done when the next step takes too long: the
 * forms when the evidence is parsed, then each rule in the order of `rules`.
 */
export type JudgingReply = { readonly chosen: ChosenRequests } | JudgingStep;

parentPort?.on('message', ({ task, evidence, skip }: JudgingOrder) => {
  const reply = (one: JudgingReply) => parentPort?.postMessage(one);
  const facts = readFacts(evidence);
  if (task === 'choose') return reply({ chosen: chooseRequests(facts) });
  const open = rules.filter(({ name }) => !skip.includes(name));
  for (const step of judgingSteps(facts, open)) reply(step);
});
