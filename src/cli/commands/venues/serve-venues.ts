import type { RequestListener } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type ContractDocument, loadDocument } from '../../../service/contract/load-document.ts';
import type { App, AppOptions } from '../../../service/http/app.ts';
import { BaseUrl } from '../../../service/http/base-url.ts';
import { ACCOUNT_PATH } from '../../../service/http/page-paths.ts';
import { Shared } from '../../../service/http/shared.ts';
import { openingTextsAt, statusSentences } from '../../../service/http/status-words.ts';
import { type ListedVenue, venueList } from '../../../service/http/venue-list.ts';
import { type ServedVenue, venueRouter } from '../../../service/http/venue-router.ts';
import type { Store } from '../../../service/store/store.ts';
import { venueStore } from '../../../service/store/venue-store.ts';
import type { AccountPage } from '../account-page.ts';
import { timeOf } from '../clock.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { whenDatabaseResponds } from '../database-wait.ts';
import { OperatorError } from '../failure.ts';
import { openReportPage } from '../report-page.ts';
import { openServiceStore, type Parts, type Served, serviceApp, type VenueData } from '../service-app.ts';
import { checkPublicPage } from '../setting-checks.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { inVenueZone } from '../venue-zone.ts';
import { settingsOf } from './venue-settings.ts';
import { parseVenues, type Venue, type VenuesFile } from './venues-file.ts';
import { watchFiles } from './watch-files.ts';

/**
 * How long an import at a venue may go unnoticed, in milliseconds. Requests at one venue share a look at its file; those at 200 venues would
 * each have their own, which takes as long as all the rest of a request.
 */
const NOTICE_WITHIN = 200;

/** A venue that is being served. */
interface OpenVenue extends ServedVenue, VenueData {
  readonly venue: Venue;
  readonly app: App;
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
  const { file, files } = settings.venues as VenuesFile;
  const { logger } = parts;
  let mistake = '';
  const watching = watchFiles(files, async () => {
    try {
      const next = parseVenues(file, SETTINGS);
      await venues.serve(next);
      mistake = '';
      logger.info('the venues were read again');
      void venues.warmUp();
      return next.files;
    } catch (error) {
      const { message } = error as Error;
      if (message !== mistake) logger.error(`the venues stay as they were: ${message}`);
      mistake = message;
      return null;
    }
  });
  try {
    await venues.serve(settings.venues as VenuesFile);
  } catch (error) {
    await watching.stop();
    throw error;
  }
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
  readonly #documents = new Map<1 | 2, Promise<ContractDocument>>();
  /** By their ids, in the order of the file. */
  readonly #open = new Map<string, OpenVenue>();
  readonly #byHost = new Map<string, OpenVenue>();
  readonly #accountPage: AccountPage | null;
  readonly #retired = new Set<Store>();
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
    this.#shared = new Shared({ ...parts, accounts, trustedProxies: settings.trustProxy });
    this.listener = this.#routed();
  }

  checkDatabase(): Promise<void> {
    return this.#shared.checkAccounts();
  }

  venues(): readonly [OpenVenue, ...OpenVenue[]] {
    return [...this.#open.values()] as [OpenVenue, ...OpenVenue[]];
  }

  #routed(): RequestListener {
    const { baseUrl } = this.#parts;
    const root = venueList({
      ...this.#parts,
      trustedProxies: this.#settings.trustProxy,
      accountPage: this.#accountPage?.handler ?? null,
      checkDatabase: this.#shared.checkAccounts,
      venues: (request) =>
        this.venues().map(({ listed, venue }) =>
          venue.own['publicUrl'] === undefined
            ? { ...listed, url: `${baseUrl.of(request)}/${venue.id}` }
            : listed,
        ),
    });
    return venueRouter({ byHost: this.#byHost, byId: this.#open }, root, (request) =>
      baseUrl.hostOf(request),
    );
  }

  /** Serves the venues of a file: opens new ones, replaces changed ones, and closes those that are gone. Rejects if one cannot be opened. */
  async serve({ venues }: VenuesFile): Promise<void> {
    this.#rejectConflicts(venues);
    const isUnchanged = ({ id, source }: Venue) => this.#open.get(id)?.venue.source === source;
    const opened = new Map<string, OpenVenue>();
    try {
      await forEachConcurrently(
        venues.filter((venue) => !isUnchanged(venue)),
        async (venue) => void opened.set(venue.id, await this.#openVenue(venue)),
      );
    } catch (error) {
      for (const { store } of opened.values()) await this.#closeStore(store);
      throw error;
    }
    const before = new Map(this.#open);
    this.#open.clear();
    this.#byHost.clear();
    for (const { id } of venues) {
      const one = (opened.get(id) ?? before.get(id)) as OpenVenue;
      this.#open.set(id, one);
      if (one.host !== null) this.#byHost.set(one.host, one);
    }
    for (const [id, one] of before) if (this.#open.get(id) !== one) this.#retire(one.store);
    if (this.#address !== null) this.listening(this.#address.host, this.#address.port);
  }

  /** Sets the address that the service listens on. */
  listening(host: string, port: number): void {
    this.#address = { host, port };
    for (const [id, { baseUrl }] of this.#open) baseUrl.listening(host, port, `/${id}`);
  }

  /** Trains the models, one venue after the other. */
  async warmUp(): Promise<void> {
    for (const one of this.venues()) {
      const onError = (err: unknown) => {
        if (this.#parts.isServing()) this.#parts.logger.warn({ err, venue: one.id }, 'the warm-up failed');
      };
      if (this.#open.get(one.id) === one) await one.app.api.warmUp().catch(onError);
    }
  }

  async closeStores(): Promise<void> {
    const stores = [...this.#retired, ...this.venues().map(({ store }) => store)];
    await Promise.all(stores.map((store) => this.#closeStore(store)));
  }

  async #closeStore(store: Store): Promise<void> {
    if (store !== this.#accounts) await store.close();
  }

  /** Closes a store when the requests under way have had their time. */
  #retire(store: Store): void {
    const close = () => {
      this.#retired.delete(store);
      this.#closeStore(store).catch((err: unknown) =>
        this.#parts.logger.warn({ err }, 'the database of a former venue could not be closed'),
      );
    };
    this.#retired.add(store);
    setTimeout(close, this.#settings.drainSeconds * 1000).unref();
  }

  async #openVenue(venue: Venue): Promise<OpenVenue> {
    const given = { ...settingsOf(venue, this.#settings), venue: venue.id };
    checkPublicPage(given);
    const logger = this.#parts.logger.child({ venue: venue.id });
    const store = venueStore(await this.#whenReady(() => this.#storeOf(given)), this.#accounts);
    const baseUrl = new BaseUrl(given.publicUrl, given.trustProxy);
    const parts = { ...this.#parts, logger, baseUrl, venue: venue.id };
    try {
      const settings = await this.#whenReady(() => inVenueZone(given, store));
      const reportPage = await openReportPage(settings, store, parts, () => app.api.status());
      const app: App = await serviceApp(settings, store, parts, {
        accountPage: this.#accountPage === null ? null : { handler: this.#toAccountPage },
        reportPage,
        needsReportCode: settings.reportCode !== null,
        document: this.#documentOf(settings.form),
        accounts: this.#accounts,
        // Another one each time: what was computed with other hours must not be found.
        cacheName: `${venue.id} ${++this.#opened}`,
        shared: this.#shared,
      });
      const own = venue.own['publicUrl'] === undefined ? null : new URL(settings.publicUrl as string);
      return {
        id: venue.id,
        venue,
        app,
        store,
        timetable: settings.hours,
        time: timeOf(settings),
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

  /** Throws `OperatorError` if the host of a venue is that of the service, or of another venue. */
  #rejectConflicts(venues: readonly Venue[]): void {
    const { publicUrl } = this.#settings;
    const taken = new Map(publicUrl === null ? [] : [[publicUrl, 'the service']]);
    for (const { id, own } of venues) {
      const url = own['publicUrl'] as string | undefined;
      if (url === undefined) continue;
      const other = taken.get(url);
      if (other !== undefined) throw new OperatorError(`${id}.url: ${url} is the URL of ${other}`);
      taken.set(url, id);
    }
  }

  async #storeOf({ database }: Settings): Promise<Store> {
    const accounts = this.#settings.database;
    if (isDeepStrictEqual(database, accounts)) return this.#accounts;
    if (database.engine === 'postgres' && accounts.engine === 'postgres' && database.url === accounts.url) {
      const beside = this.#accounts.beside?.(database.schema);
      if (beside !== undefined) return beside;
    }
    return openServiceStore({ database }, this.#parts.logger, NOTICE_WITHIN);
  }

  /** Waits for a database at the start only: the file is looked at again and again. */
  #whenReady<T>(open: () => Promise<T>): Promise<T> {
    return this.#address === null ? whenDatabaseResponds(open, this.#parts.logger) : open();
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
