import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { loadDocument } from '../contract/load-document.ts';
import { LocalTime } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import { FORMS } from '../form/form.ts';
import { createApp } from '../http/app.ts';
import { BaseUrl } from '../http/base-url.ts';
import type { Documentation } from '../http/documentation.ts';
import { createHttpServer } from '../http/http-server.ts';
import { drawPicture } from '../simulation/picture.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { builtDocumentation } from './documentation.ts';
import { drain, Holdable } from './drain.ts';
import { metricsOf, serveMetrics } from './metrics.ts';
import type { ServiceSettings } from './settings.ts';

/** A service that is listening. */
export interface Service {
  /** The base URL for clients. */
  readonly url: string;
  /** Resolves when the model is trained and the patterns are added up; until then, estimates use what has been learned so far. */
  readonly warmedUp: Promise<void>;
  /** Where its metrics are; null if they are off. */
  readonly metricsUrl: string | null;
  /** Waits for open requests, at most as long as the settings allow, and closes the store. */
  close(): Promise<void>;
}

/** Opens the store of a service, creating it if it is missing; connection errors outside of requests are logged. */
export function openServiceStore({ database }: ServiceSettings, logger: Logger): Promise<Store> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'a database connection failed');
  const onNotice = (message: string) => logger.warn(message);
  return openStore(database, { create: true, onError, onNotice });
}

interface ServiceParts {
  readonly logger: Logger;
  /** By default a clock that follows the settings. */
  readonly clock?: () => Micros;
  /** By default the site that `npm run docs` has built. */
  readonly documentation?: Documentation;
}

/** Starts the service on an open store, which it closes when the service closes or cannot start. Throws when it cannot listen. */
export async function startService(
  settings: ServiceSettings,
  store: Store,
  parts: ServiceParts,
): Promise<Service> {
  try {
    return await start(settings, store, parts);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The local time of the venue. */
export function timeOf({ timeZone }: Pick<ServiceSettings, 'timeZone'>): LocalTime {
  return new LocalTime(timeZone ?? Temporal.Now.timeZoneId());
}

/** Returns a clock: the machine's, or one that starts at `asOf` and runs from there. */
export function clockOf(asOf: Micros | null): () => Micros {
  // Read for every request; `Temporal.Now.instant()` takes ten times as long.
  if (asOf === null) return () => Date.now() * 1000;
  const start = performance.now();
  return () => asOf + Math.floor((performance.now() - start) * 1000);
}

/** Calls `stop` at the first SIGTERM or SIGINT and then exits; a second one exits at once. */
export function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const shutDown = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}

async function start(
  settings: ServiceSettings,
  store: Store,
  { logger, clock = clockOf(settings.asOf), documentation = builtDocumentation }: ServiceParts,
): Promise<Service> {
  const baseUrl = new BaseUrl(settings.publicUrl, settings.trustProxy);
  let serving = true;
  const metrics = await metricsOf(settings);
  const { listener, warmUp, state, checkDatabase } = await createApp({
    form: FORMS[settings.form],
    document: await loadDocument(settings.form),
    store,
    time: timeOf(settings),
    timetable: settings.hours,
    clock,
    baseUrl,
    photoHost: settings.photoHost,
    contact: settings.contact,
    logger,
    observer: metrics?.observer ?? null,
    drawPicture,
    documentation,
    isServing: () => serving,
  });
  const requests = new Holdable(listener);
  const server = createHttpServer(requests.listener, logger);
  const sources = { form: settings.form, server, store, state, checkDatabase };
  const metricsServer = metrics === null ? null : await serveMetrics(metrics, settings, sources, logger);
  await listen(server.listen(settings.port, settings.host)).catch(async (error: unknown) => {
    await metricsServer?.close();
    throw error;
  });
  baseUrl.listening(settings.host, (server.address() as AddressInfo).port);
  if (settings.publicUrl === null && ['0.0.0.0', '::'].includes(settings.host)) {
    logger.warn(`links to pages start with ${baseUrl.fixed}; set --public-url to the URL that clients use`);
  }
  const warmedUp = warmUp().catch((error: unknown) => {
    if (serving) logger.warn({ err: error }, 'the warm-up failed');
  });
  return {
    url: baseUrl.fixed,
    warmedUp,
    metricsUrl: metricsServer?.url ?? null,
    async close() {
      serving = false;
      await drain(server, requests, settings.drainSeconds * 1000);
      await metricsServer?.close();
      await store.close();
    },
  };
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server));
    server.once('error', reject);
  });
}
