import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { builderIn, clockFrom, instantOf, startOf } from './clock.ts';
import { formDocuments, publishedDocument } from './documents.ts';
import type { Form } from './form-document.ts';
import { openPrism } from './http/prism.ts';
import { serve } from './http/serve.ts';
import { isSituationName, type PlayName, type ScenarioName } from './scenarios.ts';
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
  /** A day that passes, instead of a scenario. */
  readonly play?: PlayName;
  /** How many times as fast as real time it passes, 1 to 3600; 60 by default. */
  readonly speed?: number;
  /** Freezes the clock at a time with an offset, or starts a play there; the clock runs by default. */
  readonly now?: string;
  /** Milliseconds before each response of an endpoint. */
  readonly delay?: number;
  /** The path that everything is below, such as `/queue`; none by default. */
  readonly basePath?: string;
  /** Lets pages of other origins send credentials, as to a deployment behind a sign-in; they may not by default. */
  readonly corsCredentials?: boolean;
  /** Certificate and key in PEM format, for HTTPS; HTTP by default. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** How the mock decides what the description leaves open: a seed, or single choices. Default: as this implementation does. */
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
  const { form, host = '127.0.0.1', port = 0, play, speed = 60, delay = 0, basePath = '' } = options;
  const scene = play ?? options.scenario ?? 'rush';
  checkOptions(options, scene);
  const tls = certificateOf(options);
  const variety = varietyFor(options);
  const timeZone = options.timeZone ?? variety.zone ?? Temporal.Now.timeZoneId();
  const build = builderIn(timeZone, variety);
  const given = options.now === undefined ? null : instantOf(options.now);
  const start = given ?? (play === undefined ? null : startOf(play, timeZone));
  const document = formDocuments[form];
  const published = publishedDocument(form);
  const negotiate = await openPrism(published.json);
  const paths = document.endpoints.map(({ path }) => path);
  const time = start?.toString({ timeZone });
  const varies = textsOf(variety);
  const greet = (url: string) => welcome({ url, form, scene, timeZone, time, speed, paths, varies });
  const server = serve({
    negotiate,
    document,
    published,
    scenario: scene,
    delay,
    build,
    basePath,
    corsCredentials: options.corsCredentials ?? false,
    tls,
    hasPhotos: variety.hasPhotos,
    clock: clockFrom(start, play === undefined ? 0 : speed),
    welcome: greet,
  });
  await once(server.listen(port, host), 'listening');
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

function checkOptions({ scenario, play, basePath = '' }: MockOptions, scene: string): void {
  const advice = 'choose none, or one for a request with Prefer: example=NAME';
  if (play !== undefined && scenario !== undefined)
    throw new RangeError(`play: a day passes through several scenarios, so ${advice}.`);
  if (!isSituationName(scene)) throw new RangeError(`unknown scenario "${scene}".`);
  if (!/^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/.test(basePath))
    throw new RangeError('basePath: must begin with a slash and not end with one, such as /queue.');
}

function certificateOf({ tlsCert: cert, tlsKey: key }: MockOptions) {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined)
    throw new RangeError('tlsCert: HTTPS needs both a certificate and its key.');
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (cause) {
    const problem = `cannot be used with the key (${(cause as Error).message}); give both in PEM format.`;
    throw new RangeError(`tlsCert: ${problem}`, { cause });
  }
}

function varietyFor({ form, vary }: MockOptions): Variety {
  return typeof vary === 'number' ? varietyOf(vary, form) : { ...OWN_CHOICES, ...vary };
}
