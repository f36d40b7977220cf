import type { AddressInfo } from 'node:net';
import { builderIn, clockAt } from './clock.ts';
import type { Form } from './form-document.ts';
import { openPrism } from './http/prism.ts';
import { serve } from './http/serve.ts';
import { loadForm } from './load-form.ts';
import { isScenarioName, SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { welcome } from './welcome.ts';

/** The options of a mock. */
export interface MockOptions {
  readonly form: Form;
  readonly host?: string;
  /** 0, the default, uses any free port. */
  readonly port?: number;
  /** For requests that don't choose one; `rush` by default. */
  readonly scenario?: ScenarioName;
  /** Time zone of the venue; this machine's by default. */
  readonly timeZone?: string;
  /** Freezes the clock at a time with an offset; the clock runs by default. */
  readonly now?: string;
  /** Milliseconds before each response of an endpoint. */
  readonly delay?: number;
}

/** A running mock. */
export interface RunningMock {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** URLs of the operations. */
  readonly endpoints: readonly string[];
  /** The text to print when it starts. */
  readonly welcome: string;
  close(): Promise<void>;
}

/**
 * Starts a mock of the service: Prism with a form's document, and scenarios whose data is always current.
 *
 * @throws {RangeError} if the scenario, the time zone or the time is invalid
 */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { form, host = '127.0.0.1', port = 0, scenario = 'rush', delay = 0 } = options;
  const timeZone = options.timeZone ?? Temporal.Now.timeZoneId();
  const frozen = options.now ?? null;
  if (!isScenarioName(scenario)) {
    throw new RangeError(`unknown scenario "${scenario}". Use one of ${SCENARIO_NAMES.join(', ')}.`);
  }
  const clock = clockAt(frozen);
  const build = builderIn(timeZone);
  const document = await loadForm(form);
  const negotiator = await openPrism(document.json);
  const paths = negotiator.endpoints.map(({ path }) => path);
  const greet = (url: string): string => welcome({ url, form, scenario, timeZone, now: frozen, paths });
  const server = serve({
    negotiator,
    document,
    published: document,
    scenario,
    delay,
    build,
    clock,
    welcome: greet,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return {
    url,
    endpoints: paths.map((path) => `${url}${path}`),
    welcome: greet(url),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
