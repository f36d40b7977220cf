/** A request, as logs, metrics and traces see it. It is filled in while the request is handled. */
export interface RequestRecord {
  /** Sent with the response as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The operationId; `page` outside the API, and `none` when the request fits no operation. */
  readonly operation: string;
  /** The id of the venue; empty in a service with one, and outside of all. */
  readonly venue: string;
  /** As received, and not validated. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  /** The key's database id, once it is known. */
  key: number | undefined;
  /** The database id of the device that reports, once it is known. */
  reporter?: number;
  /** The client's address, where the log has it: after a failed authentication, also of a device, and on the account page (record 10). */
  client: string | undefined;
  /** The status of the response; 0 until the request has ended. */
  status: number;
  /** From arrival to the end of the response; 0 until then. */
  seconds: number;
  /** True if the connection was lost before the response was complete. */
  aborted: boolean;
}

/**
 * Is told what the service does, so that an operator can watch it. Its methods run while requests wait: they must be quick
 * and must not throw.
 */
export interface Observer {
  /** A request arrived; only `id`, `method`, `operation` and `venue` are known yet. */
  requestBegan(record: RequestRecord): void;
  /** The response of a request was sent, or its connection was lost. */
  requestEnded(record: RequestRecord): void;
  /** A venue is served no more, and its requests have ended. */
  venueEnded(venue: string): void;
  /** A response was computed for its request (`miss`), or came from the cache or from the computation of another request (`hit`). */
  cacheRead(result: 'hit' | 'miss'): void;
  quotaCommitted(commit: QuotaCommit): void;
  /** A request was refused without a commit, because its quota was known to be used up. */
  quotaRefused(): void;
  /** A commit of quota counters failed, and so did its requests. */
  quotaFailed(): void;
  /** A request failed with a store error of this code. */
  databaseFailed(code: string): void;
}

/** Requests that were counted against quotas in one commit. */
export interface QuotaCommit {
  readonly allowed: number;
  /** Requests that found their quota used up. */
  readonly refused: number;
  readonly seconds: number;
}

/** The present state of the service, or of one of its venues. */
export interface ApiState {
  readonly cache: {
    readonly bytes: number;
    readonly entries: number;
    /** Responses that are being computed. */
    readonly computing: number;
  };
  readonly model: {
    /** Differs between models. */
    readonly version: number;
    /** Days that this process has learned. */
    readonly learnedDays: number;
    /** How long this process trained, including the time in which requests had their turn. */
    readonly trainingSeconds: number;
    /** Past days that the model lacks. */
    readonly daysBehind: number;
  };
}
