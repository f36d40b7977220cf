import type { RequestListener } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type ContractDocument, loadDocument } from '../../../service/contract/load-document.ts';
import type { App, AppOptions } from '../../../service/http/app.ts';
import { BaseUrl } from '../../../service/http/base-url.ts';
import { closedVenue } from '../../../service/http/closed-venue.ts';
import { ACCOUNT_PATH } from '../../../service/http/page-paths.ts';
import { databaseUnavailable, Problem } from '../../../service/http/problem.ts';
import { atMostOnceASecond, Shared } from '../../../service/http/shared.ts';
import { openingTextsAt, statusSentences } from '../../../service/http/status-words.ts';
import { type ListedVenue, venueList } from '../../../service/http/venue-list.ts';
import { type ServedVenue, venueRouter } from '../../../service/http/venue-router.ts';
import { StoreError } from '../../../service/store/errors.ts';
import type { Store } from '../../../service/store/store.ts';
import { type NamedStore, venueStore } from '../../../service/store/venue-store.ts';
import { PROGRAM } from '../about.ts';
import type { AccountPage } from '../account-page.ts';
import { timeOf } from '../clock.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { openReportPage } from '../report-page.ts';
import {
  type DatabaseCheck,
  openServiceStore,
  type Parts,
  type Served,
  serviceApp,
  type VenueData,
} from '../service-app.ts';
import { checkPublicPage } from '../setting-checks.ts';
import { SETTINGS, type Settings } from '../settings.ts';
import { inVenueZone } from '../venue-zone.ts';
import { rejectConflicts } from './conflicts.ts';
import { noteServed, servedVenues } from './served-venues.ts';
import { settingsOf } from './venue-settings.ts';
import { parseVenues, type Venue, type VenuesFile } from './venues-file.ts';
import { watchFiles } from './watch-files.ts';

/**
 * How long an import at a venue may go unnoticed, in milliseconds. Requests at one venue share a look at its file; those at 200 venues would
 * each have their own, which takes as long as all the rest of a request.
 */
const NOTICE_WITHIN = 200;

/** A venue, and where it is served. */
interface Place extends ServedVenue {
  readonly id: string;
  readonly venue: Venue;
  readonly isAtRoot: boolean;
  readonly baseUrl: BaseUrl;
  readonly listed: ListedVenue;
}

interface OpenVenue extends Place, VenueData {
  readonly venue: Venue;
}

/** A venue whose database could not be opened. */
interface ClosedVenue extends Place {
  readonly cause: StoreError;
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
  const reread = async () => {
    try {
      const next = parseVenues(file, SETTINGS);
      const isChanged = await venues.serve(next);
      mistake = '';
      if (isChanged) {
        logger.info('the venues were read again');
        void venues.warmUp();
      }
      return next.files;
    } catch (error) {
      const { message } = error as Error;
      if (message !== mistake) logger.error(`the venues stay as they were: ${message}`);
      mistake = message;
      return null;
    }
  };
  const watching = watchFiles(files, reread, () => venues.hasFailures);
  try {
    await venues.serve(settings.venues as VenuesFile);
  } catch (error) {
    await watching.stop();
    throw error;
  }
  return Object.assign(venues, {
    isReloaded: () => mistake === '',
    async close() {
      await watching.stop();
      await venues.closeStores();
    },
  });
}

/** The venues of a service, each with an application and a store of its own, and what they share. */
class Venues implements Omit<Served, 'close' | 'isReloaded'> {
  readonly #settings: Settings;
  readonly #accounts: Store;
  readonly #parts: Parts;
  readonly #shared: Shared;
  readonly #documents = new Map<1 | 2, Promise<ContractDocument>>();
  /** By their ids, in the order of the file. */
  readonly #all = new Map<string, OpenVenue | ClosedVenue>();
  readonly #byHost = new Map<string, Place>();
  #atRoot: Place | null = null;
  /** Why the last attempt to open a venue failed, by its id. */
  readonly #failures = new Map<string, string>();
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

  get hasFailures(): boolean {
    return this.#failures.size > 0;
  }

  venues(): readonly OpenVenue[] {
    return [...this.#all.values()].filter((one) => 'app' in one);
  }

  *stores(): Generator<NamedStore> {
    for (const one of this.#all.values()) {
      if (!('store' in one)) throw one.cause;
      yield one;
    }
  }

  databases(): readonly DatabaseCheck[] {
    const ofVenues = [...this.#all.values()].map((one) => ({
      id: one.id,
      check: 'app' in one ? () => one.app.checkDatabase() : () => Promise.reject(one.cause),
    }));
    return [{ id: '', check: this.#shared.checkAccounts }, ...ofVenues];
  }

  #routed(): RequestListener {
    const { baseUrl } = this.#parts;
    const root = venueList({
      ...this.#parts,
      trustedProxies: this.#settings.trustProxy,
      accountPage: this.#accountPage?.handler ?? null,
      checkDatabases: atMostOnceASecond(() => checkAll(this.databases())),
      venues: () => [...this.#all.values()].map(({ listed }) => listed),
    });
    const named = { byHost: this.#byHost, byId: this.#all, atRoot: () => this.#atRoot };
    return venueRouter(named, root, (request) => baseUrl.hostOf(request));
  }

  /**
   * Serves the venues of a file: opens new ones, replaces changed ones, and closes those that are gone. One whose database can't be opened
   * stays as it was or, if it wasn't open, is closed until it can. Returns whether something is served otherwise than before. Throws
   * `OperatorError` if the file has a mistake, and then changes nothing.
   */
  async serve({ venues }: VenuesFile): Promise<boolean> {
    rejectConflicts(venues, this.#settings);
    const before = new Map(this.#all);
    const opened = new Map<string, OpenVenue | ClosedVenue>();
    const failures = new Map<string, string>();
    const open = async (venue: Venue) => {
      const { id } = venue;
      const present = before.get(id);
      if (present !== undefined && 'app' in present && present.venue.source === venue.source) return;
      try {
        opened.set(id, await this.#openVenue(venue));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        failures.set(id, error.message);
        if (present === undefined || 'cause' in present) opened.set(id, this.#closedVenue(venue, error));
      }
    };
    try {
      await forEachConcurrently(venues, open);
    } catch (error) {
      for (const one of opened.values()) if ('store' in one) await this.#closeStore(one.store);
      throw error;
    }
    this.#all.clear();
    this.#byHost.clear();
    this.#atRoot = null;
    for (const { id } of venues) {
      const one = (opened.get(id) ?? before.get(id)) as OpenVenue | ClosedVenue;
      this.#all.set(id, one);
      if (one.isAtRoot) this.#atRoot = one;
      else if (one.host !== null) this.#byHost.set(one.host, one);
    }
    for (const [id, one] of before) if (this.#all.get(id) !== one) this.#retire(one);
    this.#noteFailures(failures);
    if (this.#address !== null) this.listening(this.#address.host, this.#address.port);
    return [...opened.values()].some((one) => 'app' in one) || before.keys().some((id) => !this.#all.has(id));
  }

  /** Logs each failure once. */
  #noteFailures(failures: ReadonlyMap<string, string>): void {
    for (const [venue, reason] of failures) {
      if (this.#failures.get(venue) === reason) continue;
      this.#parts.logger.error(
        { venue },
        `the venue ${venue} cannot be opened, and is tried again: ${reason}`,
      );
    }
    this.#failures.clear();
    for (const [venue, reason] of failures) this.#failures.set(venue, reason);
  }

  /** Sets the address that the service listens on. */
  listening(host: string, port: number): void {
    this.#address = { host, port };
    for (const [id, { baseUrl, isAtRoot }] of this.#all)
      baseUrl.listening(host, port, isAtRoot ? '' : `/${id}`);
  }

  /** Trains the models, one venue after the other. */
  async warmUp(): Promise<void> {
    for (const one of this.venues()) {
      const onError = (err: unknown) => {
        if (this.#parts.isServing()) this.#parts.logger.warn({ err, venue: one.id }, 'the warm-up failed');
      };
      if (this.#all.get(one.id) === one) await one.app.api.warmUp().catch(onError);
    }
  }

  async closeStores(): Promise<void> {
    const stores = [...this.#retired, ...this.venues().map(({ store }) => store)];
    await Promise.all(stores.map((store) => this.#closeStore(store)));
  }

  async #closeStore(store: Store): Promise<void> {
    if (store !== this.#accounts) await store.close();
  }

  /** Closes the store of a former venue, and ends its metrics, when the requests under way have had their time. */
  #retire(one: OpenVenue | ClosedVenue): void {
    const stores = 'store' in one ? [one.store] : [];
    const close = async () => {
      if (!this.#all.has(one.id)) this.#parts.observer?.venueEnded(one.id);
      for (const store of stores) {
        this.#retired.delete(store);
        await this.#closeStore(store);
      }
    };
    const onError = (err: unknown) =>
      this.#parts.logger.warn({ err }, 'the database of a former venue could not be closed');
    for (const store of stores) this.#retired.add(store);
    setTimeout(() => void close().catch(onError), this.#settings.drainSeconds * 1000).unref();
  }

  async #openVenue(venue: Venue): Promise<OpenVenue> {
    const given = { ...settingsOf(venue, this.#settings), venue: venue.id };
    checkPublicPage(given);
    const logger = this.#parts.logger.child({ venue: venue.id });
    if (given.database.engine === 'sqlite' && this.#settings.database.engine === 'postgres') {
      logger.warn(`${venue.id}.database: no other node of this service has the SQLite file`);
    }
    const reports = await this.#storeOf(given);
    const store = venueStore(reports, this.#accounts);
    const place = this.#placeOf(venue);
    const parts = { ...this.#parts, logger, baseUrl: place.baseUrl, venue: venue.id };
    try {
      const settings = await inVenueZone(given, store);
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
      await noteServed(this.#accounts, venue.id);
      return {
        ...place,
        app,
        store,
        timetable: settings.hours,
        time: timeOf(settings),
        listener: app.listener,
        listed: {
          ...place.listed,
          line: settings.publicPage ? () => this.#lineAt(settings, app) : null,
        },
      };
    } catch (error) {
      await this.#closeStore(store);
      throw error;
    }
  }

  #closedVenue(venue: Venue, cause: StoreError): ClosedVenue {
    const place = this.#placeOf(venue);
    const logger = this.#parts.logger.child({ venue: venue.id });
    return { ...place, cause, listener: closedVenue({ ...this.#parts, logger, venue: venue.id }, cause) };
  }

  #placeOf(venue: Venue): Omit<Place, 'listener'> {
    const { id, own } = venue;
    const { publicUrl, trustProxy, venueName, publicPage } = settingsOf(venue, this.#settings);
    const url = own['publicUrl'] === undefined ? null : (publicUrl as string);
    const isAtRoot = url !== null && url === this.#settings.publicUrl;
    const { pathname, host } = new URL(url ?? 'http://localhost/');
    return {
      id,
      venue,
      isAtRoot,
      host: url !== null && pathname === '/' && !isAtRoot ? host : null,
      baseUrl: new BaseUrl(publicUrl, trustProxy),
      listed: {
        id,
        name: venueName ?? id,
        url,
        line: publicPage ? () => Promise.reject(new Error('closed')) : null,
      },
    };
  }

  /** Opens the store of a venue. Only that of a venue which was never served is created, so that lost data is noticed. */
  async #storeOf({ database, venue }: Settings & { readonly venue: string }): Promise<Store> {
    const accounts = this.#settings.database;
    if (isDeepStrictEqual(database, accounts)) return this.#accounts;
    const create = !(await servedVenues(this.#accounts)).includes(venue);
    try {
      if (database.engine === 'postgres' && accounts.engine === 'postgres' && database.url === accounts.url) {
        const beside = this.#accounts.beside?.(database.schema, { create });
        if (beside !== undefined) return await beside;
      }
      return await openServiceStore({ database }, this.#parts.logger, {
        noticeWithin: NOTICE_WITHIN,
        create,
      });
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'missing') throw error;
      throw new StoreError(
        'missing',
        `${error.message}, but this venue was served before; restore a backup, or begin anew with \`${PROGRAM} migrate --create --venue ${venue}\``,
        { cause: error },
      );
    }
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

/** Rejects with the reason if the accounts cannot be used, and else with the names of the venues that cannot. */
async function checkAll([accounts, ...venues]: readonly DatabaseCheck[]): Promise<void> {
  await accounts?.check();
  const away: string[] = [];
  await forEachConcurrently(venues, async ({ id, check }) => {
    await check().catch((cause: unknown) => away.push(`${id}: ${databaseUnavailable(cause).message}`));
  });
  if (away.length > 0) throw new Problem('unavailable', `Not ready: ${away.toSorted().join(' ')}`);
}
