import type { Form } from './contract/contract.ts';
import type { ExitCode, RequirementOutcome } from './contract/outcomes.ts';
import { type Dredd, startDredd } from './dredd/dredd.ts';
import { collectEvidence } from './evidence/collect.ts';
import { type Evidence, requestsOf } from './evidence/evidence.ts';
import { type Judging, judgeInThread } from './judging.ts';
import { waitUntilReady } from './requests/readiness.ts';
import { createSendRequest, type Network, type SendRequest } from './requests/send-request.ts';
import { defaultMaxRequests, limits } from './safety/limits.ts';

export interface GateOptions {
  /** Base URL of the deployment, without `/api/v1`; a path prefix is kept. */
  readonly url: string;
  readonly form: Form | 'auto';
  readonly key: string;
  /** `contract` checks only what a mock made from the documents can keep. Default `full`. */
  readonly level?: 'contract' | 'full';
  /** Hard limit of requests, default 60. */
  readonly maxRequests?: number;
  /** Base URL expected in `next` and `previous`; default `url`. */
  readonly publicUrl?: string;
  /** Turns a partial success into exit code 3. */
  readonly complete?: boolean;
  /** Time limit of a request in milliseconds, default 20,000. */
  readonly timeoutMs?: number;
  /** Time limit of the whole run in milliseconds, default 300,000. */
  readonly runTimeoutMs?: number;
  /** Time limit of one rule in milliseconds, default 20,000. */
  readonly ruleTimeoutMs?: number;
  /** Judges with this instead of a thread of the run's own; `judgingHere` judges many deployments quickly. */
  readonly judging?: Judging;
  /** Checks with this instead of a Dredd of the run's own, which takes a second to load. */
  readonly dredd?: Dredd;
  /** Leaves Dredd out, to test many deployments quickly. */
  readonly skipDredd?: boolean;
  /** How the deployment is reached: authorities, a certificate of the gate's own. */
  readonly network?: Network;
  /** How many milliseconds to wait until the deployment responds, before the run; default 0. */
  readonly waitReadyMs?: number;
  /** Extra header fields for every request, for example for an access proxy. Reports never show their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the network, for a deployment in the same process; `fetch` fits. */
  readonly fetch?: SendRequest;
  /**
   * Ends the run before the next step of the plan, or when it is judged. The code that sends requests has to listen to it, too.
   */
  readonly signal?: AbortSignal;
}

export interface GateResult {
  readonly exitCode: ExitCode;
  readonly outcomes: readonly RequirementOutcome[];
  /** Requests sent. */
  readonly requests: number;
  readonly formDeclared: Form | 'auto';
  /** The form whose requirements were checked. */
  readonly formJudged: Form;
  readonly formSeen: Form | 'unknown';
  /** Why the run is inconclusive or the gate broken, if so. */
  readonly problem?: string;
  readonly evidence: Evidence;
}

/** Probes the deployment, checks the evidence and returns the verdicts. Never throws because of a deployment's responses. */
export async function runGate(options: GateOptions): Promise<GateResult> {
  const target = options.url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const maxRequests = options.maxRequests ?? defaultMaxRequests;
  const judging = options.judging ?? judgeInThread(options.ruleTimeoutMs);
  const dredd = options.skipDredd === true ? undefined : (options.dredd ?? startDredd());
  const fetch = options.fetch ?? createSendRequest(options.network);
  const headers = options.headers ?? {};
  const { waitReadyMs = 0, signal } = options;
  try {
    const readiness =
      waitReadyMs === 0
        ? undefined
        : await waitUntilReady({ target, fetch, headers, milliseconds: waitReadyMs, signal });
    const evidence = await collectEvidence({
      target,
      publicUrl: (options.publicUrl ?? target).replace(/\/+$/, ''),
      form: options.form,
      key: options.key,
      level: options.level ?? 'full',
      maxRequests,
      timeoutMs: options.timeoutMs ?? limits.requestMs,
      deadline: Date.now() + (options.runTimeoutMs ?? limits.runMs),
      choose: judging.choose,
      fetch,
      headers,
      ...(readiness === undefined ? {} : { readiness }),
      ...(options.network?.insecure === true ? { insecure: true } : {}),
      signal,
      ...(dredd === undefined ? {} : { dredd }),
    });
    signal?.throwIfAborted();
    const judged = await judging.judge(evidence, options.complete === true);
    signal?.throwIfAborted();
    return { ...judged, requests: requestsOf(evidence), formDeclared: options.form, evidence };
  } finally {
    if (options.judging === undefined) await judging.end();
    if (options.dredd === undefined) await dredd?.end();
  }
}
