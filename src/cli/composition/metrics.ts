import type { Logger } from 'pino';
import { DAY, type Micros, SECOND, type Span } from '../../service/domain/micros.ts';
import { currentOpening } from '../../service/domain/opening-hours.ts';
import { isLoopback } from '../../service/domain/texts.ts';
import type { HeardReporter } from '../../service/metrics/database-metrics.ts';
import type { Metrics, MetricsSources } from '../../service/metrics/metrics.ts';
import type { MetricsServer } from '../../service/metrics/metrics-server.ts';
import type { Reporter } from '../../service/store/live-report-store.ts';
import { LAST_BACKUP, type Store } from '../../service/store/store.ts';
import { isStaffLink } from '../../staff/staff-links.ts';
import { OperatorError } from '../settings/operator-error.ts';
import type { Settings } from '../settings/settings.ts';
import { commit, manifest } from './about.ts';
import { forEachConcurrently } from './concurrently.ts';
import type { DatabaseCheck, Served } from './service-app.ts';

/** The metrics of a service; null, and not even loaded, if the settings don't turn them on. */
export async function metricsOf({ metricsPort }: Settings): Promise<Metrics | null> {
  return metricsPort === null ? null : new (await import('../../service/metrics/metrics.ts')).Metrics();
}

/** Serves metrics at the address in the settings. Throws `OperatorError` if that is impossible. */
export async function serveMetrics(
  metrics: Metrics,
  settings: Settings,
  sources: Pick<MetricsSources, 'form' | 'server' | 'isReloaded' | 'waitingMails' | 'droppedLines'> &
    VenueSources,
  logger: Logger,
): Promise<MetricsServer> {
  const { metricsHost: host, metricsPort, database } = settings;
  if (!isLoopback(host)) {
    logger.warn(`anyone who can reach ${host} can read the metrics, because they need no key`);
  }
  const { engine } = database;
  const found = {
    states: () => new Map(sources.venues().map(({ id, app }) => [id, app.api.state])),
    databasesUp: () => databasesUp(sources.databases()),
    reportAges: () => agesOfNewestReports(sources),
    openings: () => lengthsOfOpenings(sources),
    reporters: () => heardReporters(sources),
    backups: () => timesOfBackups(sources),
  };
  const file = engine === 'sqlite' ? database.file : null;
  const onError = (error: unknown) => logger.warn({ err: error }, 'the metrics could not be read');
  return metrics
    .serve(
      { ...sources, ...found, engine, file, version: manifest().version, revision: commit() },
      { host, port: metricsPort ?? 0 },
      onError,
    )
    .catch(explainAddress);
}

interface VenueSources {
  /** Of the accounts, or of the one venue. */
  readonly store: Store;
  readonly clock: () => Micros;
  readonly venues: Served['venues'];
  readonly databases: Served['databases'];
}

/** Returns whether each database can be used, by the id of its venue. */
async function databasesUp(databases: readonly DatabaseCheck[]): Promise<ReadonlyMap<string, boolean>> {
  const up = await byVenue(databases, ({ check }) => check().then(() => true));
  return new Map(databases.map(({ id }) => [id, up.has(id)]));
}

/** The present opening of each venue that is open, a day before and after now at most, by its id. */
function presentOpenings({ clock, venues }: VenueSources): Promise<ReadonlyMap<string, Span>> {
  const now = clock();
  return byVenue(venues(), async ({ app, time }) =>
    currentOpening(await app.api.timetable(), time, now, DAY),
  );
}

/** Returns the length of the opening of each venue that is open, in seconds, by its id. */
async function lengthsOfOpenings(sources: VenueSources): Promise<ReadonlyMap<string, number>> {
  const openings = await presentOpenings(sources);
  return new Map([...openings].map(([id, { start, end }]) => [id, (end - start) / SECOND]));
}

/** Returns for how many seconds each venue that is open has had no report since it opened, up to a day, by its id. */
async function agesOfNewestReports(sources: VenueSources): Promise<ReadonlyMap<string, number>> {
  const [openings, now] = [await presentOpenings(sources), sources.clock()];
  return byVenue(sources.venues(), async ({ id, store }) => {
    const opening = openings.get(id);
    if (opening === undefined) return null;
    const extent = await store.extent(now + 1);
    return (now - Math.max(opening.start, extent?.last ?? opening.start)) / SECOND;
  });
}

/** The devices of each venue that may report, by its id. */
async function heardReporters(sources: VenueSources): Promise<ReadonlyMap<string, readonly HeardReporter[]>> {
  const [openings, now] = [await presentOpenings(sources), sources.clock()];
  return byVenue(sources.venues(), async ({ id, store }) =>
    (await store.listReporters())
      .filter((one) => one.removedAt === null && !isStaffLink(one))
      .map((reporter) => ({
        id: reporter.id,
        name: reporter.name,
        heardAt: (reporter.heardAt ?? 0) / SECOND,
        missed: missedReports(reporter, openings.get(id), now),
      })),
  );
}

/** Returns how many reports a device has missed since it was last heard, was added or the venue opened, whichever was last. */
function missedReports(
  { every, heardAt, createdAt }: Reporter,
  opening: Span | undefined,
  now: Micros,
): number | null {
  if (every === null || opening === undefined) return null;
  const since = Math.max(opening.start, createdAt, heardAt ?? 0);
  return Math.max(0, Math.floor((now - since) / every));
}

/** The time of a backup that was not made. */
const NEVER = '1970-01-01T00:00:00Z';

/** When the last backup of each database was made, by the id of its venue. */
function timesOfBackups({ store, venues }: VenueSources): Promise<ReadonlyMap<string, string>> {
  const databases = new Map([{ id: '', store }, ...venues()].map((one) => [one.id, one]));
  return byVenue([...databases.values()], async (venue) => {
    return (await venue.store.checkpoint(LAST_BACKUP)) ?? NEVER;
  });
}

/** Finds something at each venue, by its id, without those where it is null, and those whose database fails or takes half a second. */
async function byVenue<Venue extends { readonly id: string }, Found>(
  venues: readonly Venue[],
  find: (venue: Venue) => Promise<Found | null>,
): Promise<ReadonlyMap<string, Found>> {
  const { inTime, SCRAPE_TIMEOUT } = await import('../../service/metrics/database-metrics.ts');
  const end = performance.now() + SCRAPE_TIMEOUT / 2;
  const all = new Map<string, Found>();
  await forEachConcurrently(venues, async (venue) => {
    const found = performance.now() < end ? await inTime(find(venue), SCRAPE_TIMEOUT / 4) : null;
    if (found !== null) all.set(venue.id, found);
  });
  return all;
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
