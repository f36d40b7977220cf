import type { Form } from '../contract/contract.ts';
import { type Exchange, formStep, walkStep } from '../requests/exchange.ts';
import { planOf } from '../requests/plan.ts';
import { noProbeDates, type ProbeDates } from '../requests/probe-dates.ts';
import { isRereading, noRequestLeft } from '../requests/rereading.ts';
import { documentStepId, documentSteps, type PageLinks, type Step } from '../requests/steps.ts';
import { type Evidence, noRoom } from './evidence.ts';
import { findForm, isKeyRefused, keyRefused, reasonToEnd } from './first-requests.ts';
import { type CollectOptions, Run } from './run.ts';
import { continueWalk, linksOf } from './walk.ts';

/** Runs the plan against the target and returns the evidence. */
export async function collectEvidence(options: CollectOptions): Promise<Evidence> {
  const run = new Run(options);
  const { client } = run;
  const isFull = options.level === 'full';
  const { readiness } = options;
  if (readiness?.notReady !== undefined)
    return run.evidence(`the deployment was not ready within ${readiness.seconds} s: ${readiness.notReady}`);
  if (isFull) await client.send(walkStep, { endpoint: 'reports', params: { limit: '200' } });
  else await client.send(documentStepId('reports', 'key'), { endpoint: 'reports' });
  const reason = await reasonToEnd(client);
  if (reason !== undefined) return run.evidence(reason);
  if (await isKeyRefused(client)) return run.evidence(client.stopped() ?? keyRefused);

  const form = options.form === 'auto' ? await findForm(client) : options.form;
  // The first step of the whole plan has just been sent
  const plan = isFull ? planOf(form).slice(1) : documentSteps(form);
  const documents = plan.filter(({ kind }) => kind === 'documents');
  const firstPage = run.responses().get(walkStep);
  const isCertain = (step: Step) => step.kind === 'single' && step.needless?.(firstPage) === undefined;
  const singles = new SingleSteps(run);
  for (const [at, step] of plan.entries()) {
    options.signal?.throwIfAborted();
    const needless = step.needless?.(firstPage);
    if (needless !== undefined) {
      run.skip(step, needless);
      continue;
    }
    const reserved = plan.slice(at).filter(isCertain).length;
    const room = client.left() - reserved;
    if (step.kind === 'walk') await continueWalk(run, Math.max(0, room));
    else if (step.kind === 'single') await singles.send(step);
    else if (step.kind === 'documents') {
      // The first of them sends all
      if (step === documents[0]) await sendDocuments(run, form, documents);
    }
    // Optional
    else if (room > 0) await singles.send(step);
    else run.skip(step, isRereading({ step: step.id }) ? noRequestLeft : noRoom);
  }
  return run.evidence();
}

/** Sends the requests of the documents, and has Dredd check the responses if there is one. */
async function sendDocuments(run: Run, form: Form, steps: readonly Step[]): Promise<void> {
  const { client, options } = run;
  const sent = new Map<string, Exchange>();
  for (const step of steps) {
    const obstacle = run.obstacle();
    const request = step.request({ pages: [], probeDates: noProbeDates, responses: new Map() });
    if (obstacle !== undefined || 'skip' in request) {
      run.block(step, obstacle ?? '');
      continue;
    }
    // Requests that detected the form, or checked the key, are not repeated
    const earlier = client.exchanges.find(
      (one) =>
        [formStep, step.id].includes(one.step) &&
        one.endpoint === request.endpoint &&
        one.credential === request.credential,
    );
    const exchange = earlier ?? (await client.send(step.id, request));
    if (exchange !== undefined) sent.set(step.id, exchange);
  }
  run.dredd = await options.dredd?.check(
    form,
    sent,
    Math.max(1000, options.deadline + options.timeoutMs - run.now()),
  );
}

/** Sends steps of one request each, which may depend on earlier responses. */
class SingleSteps {
  readonly #run: Run;
  /** Chosen once, at the first of these steps. */
  #dates: ProbeDates | undefined;
  /** Why the dates cannot be chosen. */
  #problem: string | undefined;
  /** The links of each exchange so far, so that each body is parsed once. */
  readonly #links: (readonly PageLinks[])[] = [];
  /** After how many exchanges nothing seemed to have changed. */
  #unchangedAt: number | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  async send(step: Step): Promise<void> {
    const run = this.#run;
    const obstacle = this.#problem ?? run.obstacle();
    if (obstacle !== undefined) return run.block(step, obstacle);
    // Asks again only if a response has come since, because all responses are read for it
    const sent = run.client.exchanges.length;
    const isAsked =
      this.#dates === undefined || (isRereading({ step: step.id }) && sent !== this.#unchangedAt);
    const chosen = isAsked ? await run.options.choose(run.evidence()) : undefined;
    if (typeof chosen === 'string') {
      // A request that cannot be chosen later is missed alone
      if (this.#dates === undefined) this.#problem = chosen;
      return run.block(step, chosen);
    }
    if (chosen?.rereading === undefined && isAsked) this.#unchangedAt = sent;
    this.#dates ??= chosen?.dates ?? noProbeDates;
    const rereading = isRereading({ step: step.id }) ? chosen?.rereading : undefined;

    const request = step.request({
      pages: this.#pages(),
      probeDates: this.#dates,
      responses: run.responses(),
      ...(rereading === undefined ? {} : { rereading }),
    });
    if ('skip' in request) run.skip(step, request.skip);
    else await run.client.send(step.id, { ...request, params: run.withKey(request.params ?? {}) });
  }

  #pages(): readonly PageLinks[] {
    for (const exchange of this.#run.client.exchanges.slice(this.#links.length))
      this.#links.push(linksOf(exchange));
    return this.#links.flat();
  }
}
