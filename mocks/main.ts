import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type ScenarioBuilder, type SceneName, scenarioBuilder } from './data/scenario-data.ts';
import type { Form } from './form-document.ts';
import { openPrism } from './http/prism.ts';
import { type Certificate, serve } from './http/serve.ts';
import { loadForm } from './load-form.ts';
import { fastClock, startOf } from './play.ts';
import {
  isPlayName,
  isScenarioName,
  PLAY_NAMES,
  type PlayName,
  SCENARIO_NAMES,
  type ScenarioName,
} from './scenarios.ts';
import { OWN_CHOICES, textsOf, type Variety, varietyOf } from './variety.ts';
import { welcome } from './welcome.ts';

/** How many times as fast as real time a play passes. */
const SPEED = 60;

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
  /** A day that passes, instead of a scenario. */
  readonly play?: PlayName;
  /** How many times as fast as real time it passes, from 1 to 3600; `SPEED` by default. */
  readonly speed?: number;
  /** Freezes the clock at a time with an offset, or starts a play there; the clock runs by default. */
  readonly now?: string;
  /** Milliseconds before each response of an endpoint. */
  readonly delay?: number;
  /** The path that everything is below, such as `/queue`; none by default. */
  readonly basePath?: string;
  /** Serves HTTPS with this certificate; HTTP by default. */
  readonly tls?: Certificate;
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
 * @throws {RangeError} if the scenario, the play, the time zone or the time is invalid, or two of them don't go together
 */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { form, host = '127.0.0.1', port = 0, speed = SPEED, delay = 0, basePath = '' } = options;
  const tls = checkedTls(options.tls);
  if (!/^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/.test(basePath)) {
    throw new RangeError('basePath: must begin with a slash and not end with one, such as /queue.');
  }
  const scene = sceneFor(options);
  const variety = varietyFor(options);
  const timeZone = options.timeZone ?? variety.zone ?? Temporal.Now.timeZoneId();
  const build = builderIn(timeZone, variety);
  const given = options.now === undefined ? null : instantOf(options.now);
  const start = given ?? (isPlayName(scene) ? startOf(scene, timeZone) : null);
  const clock =
    isPlayName(scene) && start !== null ? fastClock(start, speed) : () => start ?? Temporal.Now.instant();
  const document = await loadForm(form);
  const negotiator = await openPrism(document.json);
  const paths = negotiator.endpoints.map(({ path }) => path);
  const varies = textsOf(variety);
  const greet = (url: string): string =>
    welcome({
      url,
      form,
      scene,
      timeZone,
      start: start?.toZonedDateTimeISO(timeZone) ?? null,
      speed,
      paths,
      varies,
    });
  const server = serve({
    negotiator,
    document,
    published: document,
    scenario: scene,
    delay,
    build,
    basePath,
    tls,
    hasPhotos: variety.photos === 'served',
    clock,
    welcome: greet,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${taken}${basePath}`;
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

/** What requests see that don't choose a scenario. */
function sceneFor({ scenario, play, speed }: MockOptions): SceneName {
  if (speed !== undefined && play === undefined) {
    throw new RangeError('speed: a scenario stays as it is, so only a play has a speed.');
  }
  if (scenario !== undefined && play !== undefined) {
    throw new RangeError(
      'play: a day passes through several scenarios, so it has no other; a request can choose one with Prefer: example=NAME.',
    );
  }
  const name = play ?? scenario ?? 'rush';
  if (isScenarioName(name) || isPlayName(name)) return name;
  throw new RangeError(
    `unknown scenario "${name}". Use one of ${[...SCENARIO_NAMES, ...PLAY_NAMES].join(', ')}.`,
  );
}

function checkedTls(tls: Certificate | undefined): Certificate | null {
  if (tls === undefined) return null;
  try {
    createSecureContext({ ...tls });
    return tls;
  } catch (cause) {
    const advice = 'Give a certificate and the key that belongs to it, both in PEM format.';
    throw new RangeError(`tls: they cannot be used (${(cause as Error).message}). ${advice}`, { cause });
  }
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch (cause) {
    const advice = 'Use a time with an offset, such as 2026-11-20T12:30:00-08:00.';
    throw new RangeError(`now: "${text}" is not a valid time. ${advice}`, { cause });
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
