import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ApiState } from '../http/observer.ts';

/** What is read at each scrape. */
export interface ServiceParts {
  readonly version: string;
  /** The commit of the program. */
  readonly revision: string;
  readonly form: 1 | 2;
  readonly engine: string;
  /** The server of the API and the pages. */
  readonly server: Pick<Server, 'getConnections'>;
  readonly state: () => ApiState;
  /** How many lines the log has dropped. */
  readonly droppedLines: () => number;
}

/** Registers what the service knows about itself. Nothing is computed between scrapes. */
export function registerServiceMetrics(
  registry: Registry,
  { version, revision, form, engine, server, state, droppedLines }: ServiceParts,
): void {
  const registers = [registry];
  new Gauge({
    name: 'headcount_build_info',
    help: 'Always 1; its labels describe the program.',
    labelNames: ['version', 'revision', 'form', 'engine'],
    registers,
  }).set({ version, revision, form, engine }, 1);
  const connections = promisify(server.getConnections.bind(server));
  new Gauge({
    name: 'headcount_http_connections',
    help: 'Open connections of clients.',
    registers,
    async collect() {
      this.set(await connections());
    },
  });
  const gauge = (name: string, help: string, read: (now: ApiState) => number) =>
    new Gauge({
      name: `headcount_${name}`,
      help,
      registers,
      collect() {
        this.set(read(state()));
      },
    });
  gauge('response_cache_bytes', 'Bytes of all cached responses.', ({ cache }) => cache.bytes);
  gauge('response_cache_entries', 'Cached responses.', ({ cache }) => cache.entries);
  gauge('response_cache_computing', 'Responses that are being computed.', ({ cache }) => cache.computing);
  gauge('model_version', 'Differs between the models of this process.', ({ model }) => model.version);
  gauge('model_days_behind', 'Past days that the model lacks.', ({ model }) => model.daysBehind);
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `headcount_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter('log_lines_dropped_total', 'Lines of the log that could not be written.', droppedLines);
  counter('model_learned_days_total', 'Days that this process has learned.', () => state().model.learnedDays);
  counter(
    'model_training_seconds_total',
    'Seconds that this process trained, including those in which requests had their turn.',
    () => state().model.trainingSeconds,
  );
}
