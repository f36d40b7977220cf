import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Observer } from '../http/server/observer.ts';
import { AccountMetrics, type AccountObserver, registerWaitingMails } from './account-metrics.ts';
import { type DatabaseSources, registerDatabaseMetrics } from './database-metrics.ts';
import { type MetricsAddress, type MetricsServer, serveMetrics } from './metrics-server.ts';
import { RequestMetrics } from './request-metrics.ts';
import { registerServiceMetrics, type ServiceParts } from './service-metrics.ts';

/** What a running service gives its metrics to read. */
export type MetricsSources = ServiceParts & DatabaseSources & { readonly waitingMails: () => number };

/** The metrics of a service (docs/monitoring.md): of its process, its requests, its caches and its database. */
export class Metrics {
  readonly #registry = new Registry();
  /** For the service, which reports to it. */
  readonly observer: Observer = new RequestMetrics(this.#registry);
  /** For its account page. */
  readonly accountObserver: AccountObserver = new AccountMetrics(this.#registry);

  /** Serves the metrics, and with them what `sources` say at each scrape. */
  serve(
    sources: MetricsSources,
    address: MetricsAddress,
    onError: (error: unknown) => void,
  ): Promise<MetricsServer> {
    collectDefaultMetrics({ register: this.#registry });
    registerServiceMetrics(this.#registry, sources);
    registerDatabaseMetrics(this.#registry, sources);
    registerWaitingMails(this.#registry, sources.waitingMails);
    return serveMetrics(this.#registry, address, onError);
  }
}
