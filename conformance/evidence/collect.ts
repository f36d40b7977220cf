import type { Form } from '../contract/contract.ts';
import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import type { SkippedStep } from '../contract/report-types.ts';
import type { DreddRun } from '../dredd/dredd-run.ts';
import type { DreddStage } from '../dredd/stage.ts';
import { type ClientOptions, createClient } from '../requests/client.ts';
import { createRedact } from '../requests/credentials.ts';
import {
  type Exchange,
  formStep,
  type HttpResponse,
  isAllowed,
  keyPlaceholder,
  type RequestSpec,
  walkStep,
} from '../requests/exchange.ts';
import { planOf } from '../requests/plan.ts';
import { noProbeDates, type ProbeDates } from '../requests/probe-dates.ts';
import type { Readiness } from '../requests/readiness.ts';
import { isRereading, noRequestLeft } from '../requests/rereading.ts';
import {
  documentStepId,
  documentSteps,
  farAbove,
  isTooLong,
  linkParams,
  overStep,
  type PageLinks,
  type Step,
} from '../requests/steps.ts';
import { limits } from '../safety/limits.ts';
import { type Evidence, noRoom } from './evidence.ts';
import { findForm } from './find-form.ts';
import { isFullPage } from './full-page.ts';
import { isKeyRefused, keyRefused } from './refused-key.ts';

export interface CollectOptions extends ClientOptions {
  readonly publicUrl: string;
  readonly form: Form | 'auto';
  readonly level: 'contract' | 'full';
  /** Sends the requests of the documents through Dredd; without it they are sent directly. */
  readonly runDredd?: (stage: DreddStage) => Promise<DreddRun>;
  /** Chooses the dates to ask about, after the walk and the requests of the documents, or says why it cannot. */
  readonly chooseDates: (evidence: Evidence) => Promise<ProbeDates | string>;
  /** Chooses a request to repeat, if reports of the past may have changed during the run, or says why it cannot. */
  readonly chooseRereading: (evidence: Evidence) => Promise<RequestSpec | string | undefined>;
  readonly readiness?: Readiness;
  readonly insecure?: true;
  /** Ends the run before the next step of the plan: the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs the plan against the target and returns the evidence. */
export async function collectEvidence(options: CollectOptions): Promise<Evidence> {
  const now = options.now ?? Date.now;
  const startedAt = now();
  const client = createClient(options);
  const skipped: SkippedStep[] = [];
  let dredd: DreddRun | undefined;
  let stopped =
    options.readiness?.notReady === undefined
      ? undefined
      : `the deployment was not ready within ${options.readiness.seconds} s: ${options.readiness.notReady}`;

  const evidence = (): Evidence => ({
    target: options.target,
    publicUrl: options.publicUrl,
    formDeclared: options.form,
    level: options.level,
    maxRequests: options.maxRequests,
    startedAt,
    finishedAt: now(),
    exchanges: client.exchanges,
    skipped,
    ...(dredd === undefined ? {} : { dredd }),
    ...(options.readiness === undefined ? {} : { readiness: options.readiness }),
    ...(options.insecure === undefined ? {} : { insecure: options.insecure }),
    ...(reasonToStop() === undefined ? {} : { stopped: reasonToStop() ?? '' }),
  });

  if (stopped !== undefined) return evidence();
  if (options.level === 'full')
    await client.send(walkStep, { endpoint: 'reports', params: { limit: '200' } });
  else await client.send(documentStepId('reports', 'key'), { endpoint: 'reports' });
  if (await isKeyRefused(client)) {
    stopped = keyRefused;
    return evidence();
  }
  const form = options.form === 'auto' ? await findForm(client) : options.form;
  const plan = options.level === 'contract' ? documentSteps(form) : planOf(form);
  const documents = plan.filter(({ kind }) => kind === 'documents');
  let probeDates: ProbeDates | string | undefined;
  let walked = client.exchanges.some(({ step }) => step === walkStep);
  let started = false;
  let documentsDone = false;
  /** After how many requests nothing seemed to have changed. */
  let nothingToRepeatAt: number | undefined;
  const pages: (readonly PageLinks[])[] = [];
  /** The links of all pages so far; each body is parsed once. */
  const links = () => {
    for (const exchange of client.exchanges.slice(pages.length)) pages.push(linksOf(exchange));
    return pages.flat();
  };

  const firstPage = responsesOf(client.exchanges).get(walkStep);
  const needless = (step: Step) => step.needless?.(firstPage);
  const singles = new Set(plan.filter((step) => step.kind === 'single' && needless(step) === undefined));
  for (const [at, step] of plan.entries()) {
    options.signal?.throwIfAborted();
    const reason = needless(step);
    if (reason !== undefined) {
      skip(step, reason, false);
      continue;
    }
    const singlesLeft = plan.slice(at).filter((later) => singles.has(later)).length;
    if (step.kind === 'optional' && client.sent() + singlesLeft >= options.maxRequests) {
      skip(step, isRereading({ step: step.id }) ? noRequestLeft : noRoom, false);
      continue;
    }
    if (step.kind === 'documents') {
      if (!documentsDone) dredd = await sendDocuments(documents);
      documentsDone = true;
    } else if (step.kind === 'walk' && started) {
      await continueWalk(Math.max(0, options.maxRequests - client.sent() - singlesLeft));
    } else {
      if (step.kind !== 'walk' || !walked) await sendSingle(step);
      started ||= step.kind === 'walk';
      walked ||= started;
    }
  }
  return evidence();

  function skip({ id, shown, purpose }: Step, reason: string, blocked: boolean): void {
    skipped.push({ step: id, reason, blocked, request: shown, purpose });
  }

  async function sendSingle(step: Step): Promise<void> {
    const obstacle = obstacleTo();
    if (obstacle !== undefined) {
      skip(step, obstacle, true);
      return;
    }
    // Dates are chosen once, after the walk and the requests of the documents
    if (documentsDone) probeDates ??= await options.chooseDates(evidence());
    if (typeof probeDates === 'string') {
      skip(step, probeDates, true);
      return;
    }
    const rereading = isRereading({ step: step.id }) ? await chooseRereading() : undefined;
    if (typeof rereading === 'string') {
      skip(step, rereading, true);
      return;
    }
    const request = step.request({
      pages: links(),
      probeDates: probeDates ?? noProbeDates,
      ...(rereading === undefined ? {} : { rereading }),
      responses: responsesOf(client.exchanges),
    });
    if ('skip' in request) skip(step, request.skip, false);
    else await client.send(step.id, { ...request, params: withKey(request.params ?? {}, options.key) });
  }

  /** Asks again only if a response has come since, because all responses are read for it. */
  async function chooseRereading(): Promise<RequestSpec | string | undefined> {
    if (client.exchanges.length === nothingToRepeatAt) return undefined;
    const chosen = await options.chooseRereading(evidence());
    if (chosen === undefined) nothingToRepeatAt = client.exchanges.length;
    return chosen;
  }

  async function sendDocuments(steps: readonly Step[]): Promise<DreddRun | undefined> {
    const send = async (step: Step) => {
      const obstacle = obstacleTo();
      const request = step.request({ pages: [], probeDates: noProbeDates, responses: new Map() });
      if (obstacle !== undefined || 'skip' in request) {
        skip(step, obstacle ?? '', true);
        return undefined;
      }
      // Requests that detected the form, or checked the key, are not repeated
      const earlier = client.exchanges.find(
        (one) =>
          [formStep, step.id].includes(one.step) &&
          one.endpoint === request.endpoint &&
          one.credential === request.credential,
      );
      return earlier ?? (await client.send(step.id, request));
    };
    if (options.runDredd !== undefined)
      return await options.runDredd({
        form,
        steps,
        send,
        redact: createRedact(options.key, Object.values(options.headers ?? {})),
        timeoutMs: Math.max(1000, options.deadline + options.timeoutMs - now()),
      });
    for (const step of steps) await send(step);
    return undefined;
  }

  async function continueWalk(allowance: number): Promise<void> {
    const cursors = new Set<string>();
    for (let sent = 0; ; sent += 1) {
      const last = client.exchanges.findLast(
        (one) => one.response !== undefined && (one.step === walkStep || isFullPage(one)),
      );
      const body = parseJson(last?.response?.body ?? '');
      const next = isObject(body) ? body['next'] : undefined;
      const params = linkParams(next);
      if (isTooLong(next))
        skipped.push({
          step: walkStep,
          reason: `next is longer than ${limits.linkLength} characters`,
          blocked: true,
        });
      if (next === null || params === undefined) return;
      const stuck = arrayIn(body, 'results').length === 0 || cursors.has(JSON.stringify(params));
      if (stuck) return;
      const obstacle = obstacleTo();
      if (obstacle !== undefined || sent >= allowance) {
        skipped.push({
          step: walkStep,
          reason: obstacle ?? noRoom,
          blocked: obstacle !== undefined,
          purpose: 'older pages of the feed, and where it ends',
        });
        return;
      }
      cursors.add(JSON.stringify(params));
      if (sent === 0) {
        // The second page is asked to be far too long, which saves a request; a service may reject that
        const above = { endpoint: 'reports', params: withKey({ ...params, limit: farAbove }, options.key) };
        if (isFullPage(await client.send(overStep('reports'), above))) continue;
      }
      const exchange = await client.send(walkStep, {
        endpoint: 'reports',
        params: withKey({ ...limitKept(params), ...params }, options.key),
      });
      if (exchange.response?.status !== 200) return;
    }
  }

  function reasonToStop(): string | undefined {
    return client.stopped() ?? stopped;
  }

  function obstacleTo(): string | undefined {
    if (reasonToStop() !== undefined) return reasonToStop();
    return client.sent() >= options.maxRequests
      ? `the budget of ${options.maxRequests} requests is used up`
      : undefined;
  }
}

/** The first response of each step. */
function responsesOf(exchanges: readonly Exchange[]): ReadonlyMap<string, HttpResponse> {
  return new Map(
    exchanges
      .toReversed()
      .flatMap(({ step, response }) => (response === undefined ? [] : [[step, response]])),
  );
}

/** A link may omit the page size; the walk still asks for large pages. */
function limitKept(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return 'limit' in params ? {} : { limit: '200' };
}

/** Restores the key where redaction removed it from a cursor. */
function withKey(params: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.replaceAll(keyPlaceholder, key)]),
  );
}

/** The links of an exchange that read a page of the feed. */
function linksOf(exchange: Exchange): readonly PageLinks[] {
  if (exchange.endpoint !== 'reports' || !isAllowed(exchange) || exchange.response?.status !== 200) return [];
  const body = parseJson(exchange.response.body);
  const { next, previous } = isObject(body) ? body : {};
  return [{ step: exchange.step, next, previous }];
}
