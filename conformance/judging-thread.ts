import { parentPort } from 'node:worker_threads';
import type { Observation } from './contract/report-types.ts';
import type { Evidence } from './evidence/evidence.ts';
import { readFacts } from './facts/facts.ts';
import { chooseProbeDates } from './facts/probe-dates.ts';
import { chooseRereading } from './facts/rereading.ts';
import { rules } from './families/rules.ts';
import { observeGaps } from './reports/observations.ts';
import type { Exchange, RequestSpec } from './requests/exchange.ts';
import type { ProbeDates } from './requests/probe-dates.ts';
import { examine, formsOf, type Judgment } from './verdict/judge.ts';
import type { Tally } from './verdict/tally.ts';

/**
 * Asks the thread for dates, or to judge: all rules but those in `skip`, in the order of `rules`. The evidence lacks the first
 * exchanges of the run, as many as `known`: the thread has them from earlier orders, and has parsed them.
 */
export type JudgingOrder = { readonly known: number } & (
  | { readonly chooseDates: Evidence }
  | { readonly chooseRereading: Evidence }
  | { readonly judge: Evidence; readonly skip: readonly string[] }
);

/** The thread replies step by step, so that what is done stays done when the next step takes too long. */
export type JudgingReply =
  | { readonly dates: ProbeDates }
  | { readonly rereading: RequestSpec | undefined }
  | { readonly forms: Pick<Judgment, 'formJudged' | 'formSeen'> }
  | { readonly rule: string; readonly tally: Tally; readonly broken: string | undefined }
  | { readonly observations: readonly Observation[] };

const reply = (one: JudgingReply) => parentPort?.postMessage(one);

const exchanges: Exchange[] = [];

parentPort?.on('message', (order: JudgingOrder) => {
  const factsOf = (evidence: Evidence) => {
    exchanges.splice(order.known, exchanges.length, ...evidence.exchanges);
    return readFacts({ ...evidence, exchanges });
  };
  if ('chooseDates' in order) return reply({ dates: chooseProbeDates(factsOf(order.chooseDates)) });
  if ('chooseRereading' in order)
    return reply({ rereading: chooseRereading(factsOf(order.chooseRereading)) });
  const facts = factsOf(order.judge);
  reply({ forms: formsOf(facts) });
  for (const rule of rules.filter(({ name }) => !order.skip.includes(name))) {
    const tally: Tally = new Map();
    const broken = examine(rule, facts, tally);
    reply({ rule: rule.name, tally, broken });
  }
  reply({ observations: observeGaps(facts) });
});
