import type { Logger } from 'pino';
import { DAY, type Micros, SECOND } from '../../service/domain/micros.ts';
import { openedSince } from '../../service/domain/opening-hours.ts';
import { isLoopback } from '../../service/domain/texts.ts';
import type { Metrics, MetricsSources } from '../../service/metrics/metrics.ts';
import type { MetricsServer } from '../../service/metrics/metrics-server.ts';
import { commit, manifest } from './about.ts';
import { timeOf } from './clock.ts';
import { OperatorError } from './failure.ts';
import type { ReportedVenue } from './service-app.ts';
import type { Settings } from './settings.ts';

/** The metrics of a service; null, and not even loaded, if the settings don't turn them on. */
export async function metricsOf({ metricsPort }: Settings): Promise<Metrics | null> {
  return metricsPort === null ? null : new (await import('../../service/metrics/metrics.ts')).Metrics();
}

/** Serves metrics at the address in the settings. Throws `OperatorError` if that is impossible. */
export async function serveMetrics(
  metrics: Metrics,
  { metricsHost: host, metricsPort, database }: Settings,
  sources: Omit<MetricsSources, 'engine' | 'file' | 'version' | 'revision'>,
  logger: Logger,
): Promise<MetricsServer> {
  if (!isLoopback(host)) {
    logger.warn(`anyone who can reach ${host} can read the metrics, because they need no key`);
  }
  const { engine } = database;
  const file = engine === 'sqlite' ? database.file : null;
  const onError = (error: unknown) => logger.warn({ err: error }, 'the metrics could not be read');
  return metrics
    .serve(
      { ...sources, engine, file, version: manifest().version, revision: commit() },
      { host, port: metricsPort ?? 0 },
      onError,
    )
    .catch(explainAddress);
}

/** How many seconds open venues have had no report since they opened, up to a day, by their ids. */
export async function agesOfNewestReports(
  venues: readonly ReportedVenue[],
  now: Micros,
): Promise<ReadonlyMap<string, number>> {
  const ages = new Map<string, number>();
  // One after the other: requests have precedence.
  for (const { id, store, settings } of venues) {
    const opened = openedSince(settings.hours, timeOf(settings), now, DAY);
    if (opened === null) continue;
    const extent = await store.extent(now + 1);
    ages.set(id, (now - Math.max(opened, extent?.last ?? opened)) / SECOND);
  }
  return ages;
}

/** Names the setting, since `--host` and `--port` have the same errors. */
function explainAddress(error: unknown): never {
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') {
    const taken = `port ${port} on ${address} is already in use`;
    throw new OperatorError(`${taken}; choose another with --metrics-port`);
  }
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    throw new OperatorError('--metrics-host (HEADCOUNT_METRICS_HOST) is not an address of this machine');
  }
  throw error;
}
