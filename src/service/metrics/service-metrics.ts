import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ApiState } from '../http/server/observer.ts';
import { venueLabel } from './request-metrics.ts';

/** What is read at each scrape. */
export interface ServiceParts {
  readonly version: string;
  /** The commit of the program. */
  readonly revision: string;
  readonly form: 1 | 2;
  readonly engine: string;
  /** The server of the API and the pages. */
  readonly server: Pick<Server, 'getConnections'>;
  /** By the ids of the venues; empty is that of the only one. All have the same caches. */
  readonly states: () => ReadonlyMap<string, ApiState>;
  /** How many lines the log has dropped. */
  readonly droppedLines: () => number;
  /** Whether the files of the venues could be read when they last changed; null if there are none. */
  readonly isReloaded: () => boolean | null;
}

/** Registers what the service knows about itself. Nothing is computed between scrapes. */
export function registerServiceMetrics(
  registry: Registry,
  { version, revision, form, engine, server, states, droppedLines, isReloaded }: ServiceParts,
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
  const cache = (name: keyof ApiState['cache'], help: string) =>
    new Gauge({
      name: `headcount_response_cache_${name}`,
      help,
      registers,
      collect() {
        const [state] = states().values();
        if (state !== undefined) this.set(state.cache[name]);
      },
    });
  cache('bytes', 'Bytes of all cached responses.');
  cache('entries', 'Cached responses.');
  cache('computing', 'Responses that are being computed.');
  const model = (
    name: string,
    help: string,
    read: (model: ApiState['model']) => number,
    isByVenue = false,
  ) => {
    const Metric = name.endsWith('_total') ? Counter<'venue'> : Gauge<'venue'>;
    new Metric({
      name: `headcount_model_${name}`,
      help,
      labelNames: ['venue'],
      registers,
      collect() {
        this.reset();
        for (const [venue, state] of states())
          this.inc(isByVenue ? venueLabel(venue) : {}, read(state.model));
      },
    });
  };
  model('version', 'Differs between the models of this process.', ({ version }) => version);
  model('days_behind', 'Past days that the model lacks.', ({ daysBehind }) => daysBehind, true);
  model('learned_days_total', 'Days that this process has learned.', ({ learnedDays }) => learnedDays);
  model(
    'training_seconds_total',
    'Seconds that this process trained, including those in which requests had their turn.',
    ({ trainingSeconds }) => trainingSeconds,
  );
  new Gauge({
    name: 'headcount_last_reload_successful',
    help: 'Whether the files of venues and hours could be read when they last changed: 1 or 0; absent without such files.',
    registers,
    collect() {
      const isCurrent = isReloaded();
      if (isCurrent === null) this.remove();
      else this.set(isCurrent ? 1 : 0);
    },
  });
  new Counter({
    name: 'headcount_log_lines_dropped_total',
    help: 'Lines of the log that could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}
