import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { MailLog } from '../../accounts/mail/outbox.ts';
import type { Micros } from '../../service/domain/micros.ts';
import type { Documentation } from '../../service/http/app-options.ts';
import { ACCOUNT_PATH, REPORT_PATH } from '../../service/http/app-options.ts';
import { BaseUrl } from '../../service/http/server/base-url.ts';
import { CONNECTION_LIMITS, createHttpServer } from '../../service/http/server/http-server.ts';
import type { Store } from '../../service/store/store.ts';
import { accountsOfVenues } from '../../service/store/venue-store.ts';
import { checkPublicPage, isPlainPage, unusedSettings } from '../settings/setting-checks.ts';
import type { Settings } from '../settings/settings.ts';
import { openAccountPage } from './account-page.ts';
import { cleanUp } from './clean-up.ts';
import { clockOf } from './clock.ts';
import { builtDocumentation } from './documentation.ts';
import { drain } from './drain.ts';
import { metricsOf, serveMetrics } from './metrics.ts';
import { serveVenue } from './serve-venue.ts';
import type { Served } from './service-app.ts';
import { inVenueZone } from './venue-zone.ts';

/** A service that is listening. */
export interface Service {
  /** The base URL for clients. */
  readonly url: string;
  /** Host and port that it listens on. */
  readonly address: string;
  /** Resolves when the model is trained and the patterns are added up; until then, estimates use what has been learned so far. */
  readonly warmedUp: Promise<void>;
  venues: Served['venues'];
  /** The URL of its metrics; null if they are off. */
  readonly metricsUrl: string | null;
  /** The URL where people get keys; null if the operator issues them. */
  readonly accountUrl: string | null;
  /** The URL where people report; null if they can't. */
  readonly reportUrl: string | null;
  /** Waits for open requests and then for mails, at most as long as the settings allow, and closes the store. */
  close(): Promise<void>;
}

interface StartOptions {
  readonly logger: Logger;
  /** Returns how many lines the log has dropped; by default none. */
  readonly droppedLines?: () => number;
  /** By default a clock that follows the settings. */
  readonly clock?: () => Micros;
  /** By default the site that `npm run docs` has built. */
  readonly documentation?: Documentation;
  /** The target of `--smtp log`; by default the log. */
  readonly mailLog?: MailLog;
}

/** Mails get this long at shutdown even if requests have taken all the time, in milliseconds. */
const LEAST_MAIL_MS = 1000;

/** Starts the service on an open store, which it closes when the service closes or cannot start. Throws when it cannot listen. */
export async function startService(
  settings: Settings,
  store: Store,
  options: StartOptions,
): Promise<Service> {
  tuneCollections();
  try {
    return await start(settings, store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Sets V8's flags for a process that serves (docs/decisions/0007-snapshots-and-cached-responses.md): little of what requests allocate survives a collection. */
function tuneCollections(): void {
  // More threads cost more than they save.
  setFlagsFromString('--no-parallel-scavenge');
  // Objects of requests that V8 puts into the old generation keep everything that they refer to alive.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // By default, V8 lets old garbage, such as evicted responses, grow to four times what is in use.
  setFlagsFromString('--heap-growing-percent=50');
}

async function start(given: Settings, store: Store, options: StartOptions): Promise<Service> {
  checkPublicPage(given);
  // Each of several venues has its own.
  const settings = given.venues === null ? await inVenueZone(given, store) : given;
  const { logger, clock = clockOf(settings.asOf), documentation = builtDocumentation, mailLog } = options;
  const { droppedLines = () => 0 } = options;
  const baseUrl = new BaseUrl(settings.publicUrl, settings.trustProxy);
  let serving = true;
  const metrics = await metricsOf(settings);
  const context = {
    logger,
    clock,
    documentation,
    baseUrl,
    observer: metrics?.observer ?? null,
    isServing: () => serving,
  };
  const accounts = settings.venues === null ? store : accountsOfVenues(store, () => served.stores());
  const accountPage = await openAccountPage(settings, accounts, {
    ...context,
    mailLog,
    // The first of several is as good as any other to try a key.
    venuePath: () => {
      const [first] = settings.venues === null ? [] : served.venues();
      return first === undefined ? '' : `${first.id}/`;
    },
    accountObserver: metrics?.accountObserver ?? null,
  });
  const served: Served = await (settings.venues === null ? serveVenue : serveVenues)(
    settings,
    store,
    context,
    accountPage,
  );
  const server = createHttpServer(served.listener, logger, {
    ...CONNECTION_LIMITS,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
  });
  const waitingMails = () => accountPage?.waitingMails() ?? 0;
  const { form } = settings;
  const venues = () => served.venues();
  const databases = () => served.databases();
  const isReloaded = () => served.isReloaded();
  const sources = { form, server, store, clock, venues, databases, isReloaded, waitingMails, droppedLines };
  const closeServed = async (error: unknown) => {
    await served.close();
    throw error;
  };
  const metricsServer =
    metrics === null ? null : await serveMetrics(metrics, settings, sources, logger).catch(closeServed);
  await listen(server.listen(settings.port, settings.host)).catch(async (error: unknown) => {
    await metricsServer?.close();
    return closeServed(error);
  });
  const { port } = server.address() as AddressInfo;
  baseUrl.listening(settings.host, port);
  served.listening(settings.host, port);
  for (const warning of warningsAbout(settings, baseUrl.fixed)) logger.warn(warning);
  const cleaning = cleanUp(() => [store, ...served.venues().map((venue) => venue.store)], { clock, logger });
  const warmedUp = served.warmUp().catch((error: unknown) => {
    if (serving) logger.warn({ err: error }, 'the warm-up failed');
  });
  return {
    url: baseUrl.fixed,
    address: `${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    warmedUp,
    venues,
    metricsUrl: metricsServer?.url ?? null,
    accountUrl: accountPage === null ? null : `${baseUrl.fixed}${ACCOUNT_PATH}`,
    reportUrl: settings.venues === null && settings.reportPage ? `${baseUrl.fixed}${REPORT_PATH}` : null,
    async close() {
      serving = false;
      const end = performance.now() + settings.drainSeconds * 1000;
      await drain(server, settings.drainSeconds * 1000);
      // Requests send mails, so their turn is afterwards.
      await accountPage?.close(Math.max(LEAST_MAIL_MS, end - performance.now()));
      await metricsServer?.close();
      await cleaning.close();
      await served.close();
      await store.close();
    },
  };
}

/** Warnings for the operator about the settings of a service at `url`. */
function warningsAbout(settings: Settings, url: string): readonly string[] {
  const warnings: string[] = [];
  if (settings.publicUrl === null && ['0.0.0.0', '::'].includes(settings.host)) {
    warnings.push(`links to pages start with ${url}; set --public-url to the URL that clients use`);
  }
  if (isPlainPage(settings)) {
    warnings.push('sessions and new keys are not encrypted; use a --public-url with https');
  }
  const unused = unusedSettings(settings);
  if (unused.length > 0) {
    warnings.push(
      `there is no account page without --smtp, so the service does not use ${unused.join(', ')}`,
    );
  }
  return warnings;
}

async function serveVenues(...given: Parameters<typeof serveVenue>): Promise<Served> {
  return (await import('./serve-venues.ts')).serveVenues(...given);
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server));
    server.once('error', reject);
  });
}
