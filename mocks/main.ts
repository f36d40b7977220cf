import type { AddressInfo } from 'node:net';
import { type ScenarioBuilder, scenarioBuilder } from './data/scenario-data.ts';
import type { Form } from './form-document.ts';
import { openPrism } from './http/prism.ts';
import { serve } from './http/serve.ts';
import { loadForm } from './load-form.ts';
import { isScenarioName, SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { OWN_CHOICES, textsOf, type Variety, varietyOf } from './variety.ts';
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
  /** A seed for what other deployments may decide differently, or some of these choices; by default, those of this implementation. */
  readonly vary?: number | Partial<Variety>;
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
  const variety = varietyFor(options);
  const timeZone = options.timeZone ?? variety.zone ?? Temporal.Now.timeZoneId();
  const frozen = options.now ?? null;
  if (!isScenarioName(scenario)) {
    throw new RangeError(`unknown scenario "${scenario}". Use one of ${SCENARIO_NAMES.join(', ')}.`);
  }
  const clock = clockAt(frozen);
  const build = builderIn(timeZone, variety);
  const document = await loadForm(form);
  const negotiator = await openPrism(document.json);
  const paths = negotiator.endpoints.map(({ path }) => path);
  const varies = textsOf(variety);
  const greet = (url: string): string =>
    welcome({ url, form, scenario, timeZone, now: frozen, paths, varies });
  const server = serve({
    negotiator,
    document,
    published: document,
    scenario,
    delay,
    build,
    hasPhotos: variety.photos === 'served',
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

function clockAt(frozen: string | null): () => Temporal.Instant {
  if (frozen === null) return () => Temporal.Now.instant();
  try {
    const instant = Temporal.Instant.from(frozen);
    return () => instant;
  } catch (cause) {
    const advice = 'Use a time with an offset, such as 2026-11-20T12:30:00-08:00.';
    throw new RangeError(`now: "${frozen}" is not a valid time. ${advice}`, { cause });
  }
}

function varietyFor({ form, vary }: MockOptions): Variety {
  return typeof vary === 'number' ? varietyOf(vary, form) : { ...OWN_CHOICES, ...vary };
}

function builderIn(timeZone: string, variety: Variety): ScenarioBuilder {
  try {
    return scenarioBuilder(Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId, variety);
  } catch (cause) {
    const advice = 'Use a name such as America/Los_Angeles or UTC.';
    throw new RangeError(`timeZone: "${timeZone}" is not a time zone. ${advice}`, { cause });
  }
}
