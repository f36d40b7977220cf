import type { CODES } from '../../../mocks/http/preferences.ts';
import type { PlayName, ScenarioName } from '../../../mocks/scenarios.ts';

/** Options of `startMock`. */
export interface MockOptions {
  /** Form of the API. Default 2. */
  readonly form?: 1 | 2;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on, 0 to 65,535; 0 takes any free one. Default 0. */
  readonly port?: number;
  /** Scenario for requests that don't choose one with `Prefer: example=…`. Default `rush`. */
  readonly scenario?: ScenarioName;
  /** A day that passes, from shortly before the opening; not with `scenario`. */
  readonly play?: PlayName;
  /** How many times as fast as real time the day of `play` passes, 1 to 3,600. Default 60. */
  readonly speed?: number;
  /** Time zone of the venue, such as `America/Los_Angeles`. Default: this machine's. */
  readonly timeZone?: string;
  /** Time with an offset at which the clock is frozen or `play` starts, such as `2026-11-20T12:30:00-08:00`. By default, the clock runs. */
  readonly now?: string;
  /** Milliseconds before each response, 0 to 60,000. Default 0. */
  readonly delayMs?: number;
  /** Path that everything is below, such as `/queue`. Default: none. */
  readonly basePath?: string;
  /** Lets pages of other origins fetch with `credentials: 'include'`, as from a deployment behind a sign-in. Default false. */
  readonly corsCredentials?: boolean;
  /** Certificate and key, in PEM format, to serve HTTPS. Default: HTTP. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Responds as another deployment may: a seed from 1 to 999,999 chooses among what the API's description leaves open. */
  readonly vary?: number;
}

/** Options of `createMockHandlers`. */
export interface MockHandlerOptions {
  /** Form of the API. Default 2. */
  readonly form?: 1 | 2;
  /** Base URL to respond at, such as `location.origin`. Links in responses start with it. Default `http://127.0.0.1:4010`. */
  readonly baseUrl?: string;
  /** Scenario for requests that don't choose one with `Prefer: example=…`. Default `rush`. */
  readonly scenario?: ScenarioName;
  /** Status for requests that don't choose one with `Prefer: code=…`. By default, the scenario's. */
  readonly code?: (typeof CODES)[number];
  /** Key for requests without one, as a proxy adds it. By default, they get 401. */
  readonly key?: string;
  /** Time zone of the venue, such as `America/Los_Angeles`. Default: this machine's. */
  readonly timeZone?: string;
  /** Time with an offset at which the clock is frozen, such as `2026-11-20T12:30:00-08:00`. By default, the clock runs. */
  readonly now?: string;
  /** Milliseconds before each response, 0 to 60,000. Default 0. */
  readonly delayMs?: number;
}

/** A mock that is listening. */
export interface RunningMock {
  /** Base URL without a slash at its end, such as `http://127.0.0.1:49152`, with the base path. */
  readonly url: string;
  /** Stops it, and cuts open connections. A second call does nothing. */
  close(): Promise<void>;
  /** `await using mock = await startMock()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}
