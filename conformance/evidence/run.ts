import type { Form } from '../contract/contract.ts';
import type { SkippedStep } from '../contract/report-types.ts';
import type { Dredd, DreddRun } from '../dredd/dredd.ts';
import { type Client, type ClientOptions, createClient } from '../requests/client.ts';
import { type HttpResponse, keyPlaceholder } from '../requests/exchange.ts';
import type { ChosenRequests } from '../requests/probe-dates.ts';
import type { Readiness } from '../requests/readiness.ts';
import type { Step } from '../requests/steps.ts';
import { counted } from '../safety/printable.ts';
import type { Evidence } from './evidence.ts';

export interface CollectOptions extends ClientOptions {
  readonly publicUrl: string;
  readonly form: Form | 'auto';
  readonly level: 'contract' | 'full';
  /** Checks the responses to the requests of the documents. */
  readonly dredd?: Pick<Dredd, 'check'>;
  /** Chooses what to request after the walk and the requests of the documents, or says why it cannot. */
  readonly choose: (evidence: Evidence) => Promise<ChosenRequests | string>;
  readonly readiness?: Readiness;
  readonly insecure?: true;
  /** Ends the run before the next step of the plan: the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A run that is being collected: the requests sent so far, and the steps that were skipped. */
export class Run {
  readonly options: CollectOptions;
  readonly client: Client;
  dredd: DreddRun | undefined;
  readonly #startedAt: number;
  readonly #skipped: SkippedStep[] = [];

  constructor(options: CollectOptions) {
    this.options = options;
    this.client = createClient(options);
    this.#startedAt = this.now();
  }

  /** Epoch milliseconds. */
  now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Why no request may be sent anymore, if so. */
  obstacle(): string | undefined {
    if (this.client.left() > 0) return this.client.stopped();
    return (
      this.client.stopped() ?? `the budget of ${counted(this.options.maxRequests, 'request')} is used up`
    );
  }

  /** Records a step that is not sent because there is no need for it or no room. */
  skip({ id, shown, purpose }: Step, reason: string): void {
    this.#skipped.push({ step: id, reason, blocked: false, request: shown, purpose });
  }

  /** Records a step that should have been sent: what it would have shown cannot be checked. */
  block({ id, shown, purpose }: Step, reason: string): void {
    this.#skipped.push({ step: id, reason, blocked: true, request: shown, purpose });
  }

  /** Records that a step ended early. */
  cutShort(skipped: SkippedStep): void {
    this.#skipped.push(skipped);
  }

  /** The first response of each step so far. */
  responses(): ReadonlyMap<string, HttpResponse> {
    return new Map(
      this.client.exchanges
        .toReversed()
        .flatMap(({ step, response }) => (response === undefined ? [] : [[step, response]])),
    );
  }

  /** The parameters with the key where redaction has removed it from a cursor. */
  withKey(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        value.replaceAll(keyPlaceholder, this.options.key),
      ]),
    );
  }

  /** The evidence so far. */
  evidence(stopped = this.client.stopped()): Evidence {
    const { target, publicUrl, form, level, maxRequests, readiness, insecure } = this.options;
    return {
      target,
      publicUrl,
      formDeclared: form,
      level,
      maxRequests,
      startedAt: this.#startedAt,
      finishedAt: this.now(),
      exchanges: this.client.exchanges,
      skipped: this.#skipped,
      ...(readiness === undefined ? {} : { readiness }),
      ...(insecure === undefined ? {} : { insecure }),
      ...(this.dredd === undefined ? {} : { dredd: this.dredd }),
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}
