import type { AddressInfo } from 'node:net';
import { type Form, loadForm } from './form-shape.ts';
import { openPrism } from './http/prism.ts';
import { serve } from './http/serve.ts';
import { isScenarioName, SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { type Storyteller, storyteller } from './story/story.ts';
import { welcome } from './welcome.ts';

/** What a mock can be told. */
export interface MockOptions {
  readonly form: Form;
  readonly host?: string;
  /** 0, which is the default, takes any free port. */
  readonly port?: number;
  /** What requests get that choose no scenario; `rush` unless told otherwise. */
  readonly scenario?: ScenarioName;
  /** Time zone of the place; the machine's unless told otherwise. */
  readonly timeZone?: string;
  /** Where the clock stands still, a time with its offset; it goes unless told otherwise. */
  readonly now?: string;
  /** Milliseconds before each answer of the interface. */
  readonly delay?: number;
}

/** A mock that runs. */
export interface RunningMock {
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** What it says at its start. */
  readonly welcome: string;
  close(): Promise<void>;
}

/**
 * Starts a mock of the service: Prism on a form's document, with a story that is about now.
 *
 * @throws {RangeError} when there is no such scenario or time zone, or the time cannot be read
 */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { form, host = '127.0.0.1', port = 0, scenario = 'rush', delay = 0 } = options;
  const timeZone = options.timeZone ?? Temporal.Now.timeZoneId();
  const frozen = options.now ?? null;
  if (!isScenarioName(scenario)) {
    throw new RangeError(`there is no scenario "${scenario}"; allowed are ${SCENARIO_NAMES.join(', ')}`);
  }
  const clock = clockAt(frozen);
  const tell = tellerIn(timeZone);
  const document = await loadForm(form);
  const prism = await openPrism(document.text);
  const paths = prism.endpoints.map(({ path }) => path);
  const greet = (url: string): string => welcome({ url, form, scenario, timeZone, now: frozen, paths });
  const server = serve({ prism, document, scenario, delay, tell, clock, welcome: greet });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return {
    url,
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
    const advice = 'write a time with its offset, such as 2026-11-20T12:30:00-08:00';
    throw new RangeError(`now: "${frozen}" cannot be read; ${advice}`, { cause });
  }
}

function tellerIn(timeZone: string): Storyteller {
  try {
    return storyteller(Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId);
  } catch (cause) {
    const advice = 'write a name such as America/Los_Angeles or UTC';
    throw new RangeError(`timeZone: there is no "${timeZone}"; ${advice}`, { cause });
  }
}
