import type { ExitCode } from '../../../conformance/contract/outcomes.ts';
import type { ExpectedFailure, Report } from '../../../conformance/contract/report-types.ts';

/** Options of `runConformance`. */
export interface ConformanceOptions {
  /**
   * Base URL of the deployment, http or https, without `/api/v1`. A path prefix is kept. It must not contain a user name or password.
   */
  readonly url: string;
  /** The form that the deployment implements. `auto` finds out, with one request more. */
  readonly form: 1 | 2 | 'auto';
  /**
   * An API key that the deployment accepts: visible ASCII characters. It is sent to the deployment only, and is in no result, error
   * or file. A mock accepts any key.
   */
  readonly key: string;
  /** `contract` checks only what a mock made from the documents can meet. Default `full`. */
  readonly level?: 'contract' | 'full';
  /** The most requests that the run may send, 1 to 10,000. Default 60. */
  readonly maxRequests?: number;
  /** Base URL expected in `next` and `previous`, if the deployment names itself by another one. Default `url`. */
  readonly publicUrl?: string;
  /**
   * Failures that are known and accepted, as a list or as the path of a YAML or JSON file. One that no longer fails, or whose
   * `reviewBy` has passed, fails the run. In a file, the member is called `review_by`. Default: none.
   */
  readonly expectedFailures?: string | readonly ExpectedFailure[];
  /** Makes the outcome `not-judged` if the run could not test a requirement. Default false. */
  readonly complete?: boolean;
  /** Folder to write report.json, report.html, junit.xml, summary.md, badge.svg and run.har to. Default: nothing is written. */
  readonly out?: string;
  /** Fields for every request, by name, for example for an access proxy; not `Authorization`. Their values are in no result, error or file. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How the deployment is reached: `ca` has certificates of authorities to trust besides the usual ones, `certificate` is the client's own,
   * all as PEM; `insecure` accepts any certificate. Proxies come from the variables that curl reads, such as `HTTPS_PROXY`.
   */
  readonly network?: {
    readonly ca?: readonly string[];
    readonly certificate?: { readonly cert: string; readonly key: string };
    readonly insecure?: boolean;
  };
  /** Waits at most so many milliseconds, 1 to 3,600,000, until the deployment responds with anything but 502, 503 or 504. Default: no wait. */
  readonly waitReadyMs?: number;
  /** Time limit of one request in milliseconds, 1 to 3,600,000. Default 20,000. */
  readonly requestTimeoutMs?: number;
  /** Time limit of all requests in milliseconds, 1 to 86,400,000. Default 300,000. */
  readonly runTimeoutMs?: number;
  /** Time limit of one rule in milliseconds, 1 to 3,600,000. Default 20,000. */
  readonly ruleTimeoutMs?: number;
  /** Ends the run early: no more requests are sent, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each request. If it throws, the run ends, and the promise rejects with that error. */
  readonly onProgress?: (progress: ConformanceProgress) => void;
}

/** How far a run has come. */
export interface ConformanceProgress {
  /** Requests sent so far, from 1. */
  readonly requests: number;
  /** The most that it may send; most runs need fewer. */
  readonly maxRequests: number;
  /** Method and URL of the request that just ended, without the key. */
  readonly request: string;
  /** Status of its response; null if there was none. */
  readonly status: number | null;
}

/** The result of a run of the gate. */
export interface ConformanceResult {
  /**
   * `conforms`: no requirement is broken, or only as expected (exit code 0). `does-not-conform`: a requirement is broken, or the
   * expected failures are out of date (1). `not-judged`: the run says nothing about the deployment, for example because it refused
   * the key or did not respond (3), or because the gate itself failed (4); `report.problem` says why.
   */
  readonly outcome: 'conforms' | 'does-not-conform' | 'not-judged';
  /** The exit code of `headcount conformance` for the same run. */
  readonly exitCode: ExitCode;
  /** The text that the program prints: the verdict, each cause with its evidence, and what to do. Lines of up to 100 characters, without colors. */
  readonly summary: string;
  /** The content of report.json. */
  readonly report: Report;
}
