import type { RequestListener } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type ContractDocument, loadDocument } from '../../../service/contract/load-document.ts';
import type { Status } from '../../../service/domain/status.ts';
import { type App, type AppOptions, databaseCheck } from '../../../service/http/app.ts';
import { BaseUrl } from '../../../service/http/base-url.ts';
import type { ApiState } from '../../../service/http/observer.ts';
import { ACCOUNT_PATH } from '../../../service/http/page-paths.ts';
import { Shared } from '../../../service/http/shared.ts';
import { openingTextsAt, statusSentences } from '../../../service/http/status-words.ts';
import { type ListedVenue, venueList } from '../../../service/http/venue-list.ts';
import { type ServedVenue, venueRouter } from '../../../service/http/venue-router.ts';
import { openStore } from '../../../service/store/open-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { venueStore } from '../../../service/store/venue-store.ts';
import type { AccountPage } from '../account-page.ts';
import { timeOf } from '../clock.ts';
import { openReportPage } from '../report-page.ts';
import { type Parts, type ReportedVenue, type Served, serviceApp } from '../service-app.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { settingsOf } from './venue-settings.ts';
import { parseVenues, type Venue, type VenuesFile } from './venues-file.ts';
import { watchFiles } from './watch-files.ts';

/** A venue that is being served. */
interface OpenVenue extends ServedVenue {
  readonly venue: Venue;
  readonly app: App;
  readonly store: Store;
  readonly baseUrl: BaseUrl;
  readonly listed: ListedVenue;
}

/** Serves the venues of the settings, which are several. */
export async function serveVenues(
  settings: Settings,
  accounts: Store,
  parts: Parts,
  accountPage: AccountPage | null,
): Promise<Served> {
  const venues = new Venues(settings, accounts, parts, accountPage);
  let current = settings.venues as VenuesFile;
  await venues.serve(current);
  const { logger } = parts;
  const watching = watchFiles(current.files, async () => {
    try {
      const next = parseVenues(current.file, SETTINGS);
      await venues.serve(next);
      current = next;
      logger.info('the venues were read again');
      void venues.warmUp().catch((err: unknown) => logger.warn({ err }, 'the warm-up failed'));
    } catch (error) {
      logger.error(`the venues stay as they were: ${(error as Error).message}`);
    }
    return current.files;
  });
  return Object.assign(venues, {
    async close() {
      await watching.stop();
      await venues.closeStores();
    },
  });
}

/** The venues of a service, each with an application and a store of its own, and what they share. */
class Venues implements Omit<Served, 'close'> {
  readonly #settings: Settings;
  readonly #accounts: Store;
  readonly #parts: Parts;
  readonly #shared: Shared;
  readonly checkDatabase: () => Promise<void>;
  readonly #documents = new Map<1 | 2, Promise<ContractDocument>>();
  readonly #open = new Map<string, OpenVenue>();
  readonly #accountPage: AccountPage | null;
  #opened = 0;
  #address: { readonly host: string; readonly port: number } | null = null;

  /** What serves all venues. */
  readonly listener: RequestListener;

  /** `accountPage`: theirs together. */
  constructor(settings: Settings, accounts: Store, parts: Parts, accountPage: AccountPage | null) {
    this.#settings = settings;
    this.#accounts = accounts;
    this.#parts = parts;
    this.#accountPage = accountPage;
    this.checkDatabase = databaseCheck([accounts]);
    this.listener = this.#routed();
    this.#shared = new Shared(settings.trustProxy, parts.observer);
  }

  /** The stores of the venues; one may be that of the accounts. */
  get stores(): readonly Store[] {
    return [...this.#open.values()].map(({ store }) => store);
  }

  get venues(): readonly ReportedVenue[] {
    return [...this.#open.values()].map(({ venue, store }) => ({
      id: venue.id,
      store,
      settings: settingsOf(venue, this.#settings),
    }));
  }

  state(): ApiState {
    const states = [...this.#open.values()].map(({ app }) => app.api.state);
    const sum = (name: 'version' | 'learnedDays' | 'trainingSeconds') =>
      states.reduce((total, { model }) => total + model[name], 0);
    return {
      cache: states[0]?.cache ?? { bytes: 0, entries: 0, computing: 0 },
      model: {
        version: sum('version'),
        learnedDays: sum('learnedDays'),
        trainingSeconds: sum('trainingSeconds'),
        daysBehind: Math.max(0, ...states.map(({ model }) => model.daysBehind)),
      },
    };
  }

  #routed(): RequestListener {
    const { baseUrl } = this.#parts;
    const root = venueList({
      ...this.#parts,
      trustedProxies: this.#settings.trustProxy,
      accountPage: this.#accountPage?.handler ?? null,
      checkDatabase: this.checkDatabase,
      venues: (request) =>
        [...this.#open.values()].map(({ listed, venue, host }) =>
          host === null ? { ...listed, url: `${baseUrl.of(request)}/${venue.id}` } : listed,
        ),
    });
    return venueRouter(
      () => this.#open,
      root,
      (request) => baseUrl.hostOf(request),
    );
  }

  /** Serves the venues of a file: opens new ones, replaces changed ones, and closes those that are gone. Rejects if one cannot be opened. */
  async serve({ venues }: VenuesFile): Promise<void> {
    const gone = new Map(this.#open);
    const opened: OpenVenue[] = [];
    try {
      for (const venue of venues) {
        const known = this.#open.get(venue.id);
        if (known?.venue.source === venue.source) gone.delete(venue.id);
        else opened.push(await this.#openVenue(venue));
      }
    } catch (error) {
      for (const { store } of opened) await this.#closeStore(store);
      throw error;
    }
    for (const [id, { store }] of gone) {
      this.#open.delete(id);
      // Requests under way still use it.
      setTimeout(() => void this.#closeStore(store), this.#settings.drainSeconds * 1000).unref();
    }
    for (const one of opened) this.#open.set(one.venue.id, one);
    if (this.#address !== null) this.listening(this.#address.host, this.#address.port);
  }

  /** Sets the address that the service listens on. */
  listening(host: string, port: number): void {
    this.#address = { host, port };
    for (const [id, { baseUrl }] of this.#open) baseUrl.listening(host, port, `/${id}`);
  }

  status(): Promise<Status> {
    throw new Error('each venue has a status of its own');
  }

  /** Trains the models, one venue after the other. */
  async warmUp(): Promise<void> {
    for (const { app } of [...this.#open.values()]) await app.api.warmUp();
  }

  async closeStores(): Promise<void> {
    await Promise.all(this.stores.map((store) => this.#closeStore(store)));
  }

  async #closeStore(store: Store): Promise<void> {
    if (store !== this.#accounts) await store.close();
  }

  async #openVenue(venue: Venue): Promise<OpenVenue> {
    const settings = settingsOf(venue, this.#settings);
    const logger = this.#parts.logger.child({ venue: venue.id });
    const store = venueStore(await this.#storeOf(settings), this.#accounts);
    const baseUrl = new BaseUrl(settings.publicUrl, settings.trustProxy);
    const parts = { ...this.#parts, logger, baseUrl };
    try {
      const reportPage = await openReportPage(settings, store, parts, () => app.api.status());
      const app: App = await serviceApp(settings, store, parts, {
        accountPage: this.#accountPage === null ? null : { handler: this.#toAccountPage },
        reportPage,
        document: this.#documentOf(settings.form),
        accounts: this.#accounts,
        // Another one each time: what was computed with other hours must not be found.
        cacheName: `${venue.id} ${++this.#opened}`,
        shared: this.#shared,
      });
      const own = venue.own['publicUrl'] === undefined ? null : new URL(settings.publicUrl as string);
      return {
        venue,
        app,
        store,
        baseUrl,
        listener: app.listener,
        host: own?.pathname === '/' ? own.host : null,
        listed: {
          name: settings.venueName ?? venue.id,
          url: settings.publicUrl ?? '',
          line: settings.publicPage ? () => this.#lineAt(settings, app) : null,
        },
      };
    } catch (error) {
      await this.#closeStore(store);
      throw error;
    }
  }

  #storeOf({ database }: Settings): Promise<Store> | Store {
    const accounts = this.#settings.database;
    if (isDeepStrictEqual(database, accounts)) return this.#accounts;
    if (database.engine === 'postgres' && accounts.engine === 'postgres' && database.url === accounts.url) {
      const beside = this.#accounts.beside?.(database.schema);
      if (beside !== undefined) return beside;
    }
    const { logger } = this.#parts;
    return openStore(database, {
      create: true,
      onError: (error) => logger.warn({ err: error }, 'a database connection failed'),
      onNotice: (message) => logger.warn(message),
    });
  }

  #documentOf(form: 1 | 2): Promise<ContractDocument> {
    const document = this.#documents.get(form) ?? loadDocument(form);
    this.#documents.set(form, document);
    return document;
  }

  async #lineAt(settings: Settings, { api }: App): Promise<string> {
    const now = this.#parts.clock();
    return statusSentences(await api.publicStatus(), openingTextsAt(settings.hours, timeOf(settings), now));
  }

  readonly #toAccountPage: NonNullable<AppOptions['accountPage']> = (request, response) =>
    response.redirect(302, `${this.#parts.baseUrl.of(request)}${ACCOUNT_PATH}`);
}
