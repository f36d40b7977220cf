import { isDeepStrictEqual } from 'node:util';
import { type ContractDocument, loadDocument } from '../../service/contract/load-document.ts';
import type { SharedResources } from '../../service/http/api/shared-resources.ts';
import type { App } from '../../service/http/app.ts';
import type { AppOptions } from '../../service/http/app-options.ts';
import { ACCOUNT_PATH } from '../../service/http/app-options.ts';
import { closedVenue } from '../../service/http/pages/page-app.ts';
import { openingTextsAt, statusSentences } from '../../service/http/pages/status-words.ts';
import type { ListedVenue } from '../../service/http/pages/venue-list.ts';
import { BaseUrl } from '../../service/http/server/base-url.ts';
import type { ServedVenue } from '../../service/http/venue-router.ts';
import { StoreError } from '../../service/store/errors.ts';
import type { Store } from '../../service/store/store.ts';
import { venueStore } from '../../service/store/venue-store.ts';
import { checkPublicPage } from '../settings/setting-checks.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings-of-venue.ts';
import type { Venue } from '../settings/venues-file.ts';
import { PROGRAM } from './about.ts';
import type { AccountPage } from './account-page.ts';
import { timeOf } from './clock.ts';
import { phonePages } from './phone-pages.ts';
import { noteServed, servedVenues } from './served-venues.ts';
import { openServiceStore, type ServiceContext, serviceApp, type VenueData } from './service-app.ts';
import { inVenueZone } from './venue-zone.ts';

/**
 * How long an import at a venue may go unnoticed, in milliseconds. Requests at one venue share a look at its file; those at 200 venues would
 * each have their own, which takes as long as all the rest of a request.
 */
const NOTICE_WITHIN = 200;

/** A venue, and where it is served. */
export interface VenueRoute extends ServedVenue {
  readonly id: string;
  readonly venue: Venue;
  readonly isAtRoot: boolean;
  readonly baseUrl: BaseUrl;
  readonly listed: ListedVenue;
}

export interface OpenVenue extends VenueRoute, VenueData {
  readonly venue: Venue;
}

/** A venue whose database could not be opened. */
export interface ClosedVenue extends VenueRoute {
  readonly cause: StoreError;
}

export interface VenueOpenerOptions {
  /** Of the service; a venue has its own beside them. */
  readonly settings: Settings;
  readonly accounts: Store;
  readonly context: ServiceContext;
  /** That of all venues together. */
  readonly accountPage: AccountPage | null;
  readonly shared: SharedResources;
}

/** Opens venues, each with an application and a store of its own, beside what they share. */
export class VenueOpener {
  readonly #options: VenueOpenerOptions;
  readonly #documents = new Map<1 | 2, Promise<ContractDocument>>();
  #opened = 0;

  constructor(options: VenueOpenerOptions) {
    this.#options = options;
  }

  /** Opens a venue. Throws `StoreError` if its database can't be opened. */
  async open(venue: Venue): Promise<OpenVenue> {
    const given = { ...settingsOf(venue, this.#options.settings), venue: venue.id };
    checkPublicPage(given);
    const logger = this.#options.context.logger.child({ venue: venue.id });
    if (given.database.engine === 'sqlite' && this.#options.settings.database.engine === 'postgres') {
      logger.warn(`${venue.id}.database: no other node of this service has the SQLite file`);
    }
    const reports = await this.#storeOf(given);
    const store = venueStore(reports, this.#options.accounts);
    const route = this.#routeOf(venue);
    const context = { ...this.#options.context, logger, baseUrl: route.baseUrl, venue: venue.id };
    try {
      const settings = await inVenueZone(given, store);
      const pages = {
        accountPage: this.#options.accountPage === null ? null : this.#toAccountPage,
        openPhonePages: phonePages(settings, store, context),
      };
      const app = await serviceApp(settings, store, context, pages, {
        document: await this.#documentOf(settings.form),
        accounts: this.#options.accounts,
        // Another one each time: what was computed with other hours must not be found.
        cacheName: `${venue.id} ${++this.#opened}`,
        shared: this.#options.shared,
      });
      await noteServed(this.#options.accounts, venue.id);
      return {
        ...route,
        app,
        store,
        time: timeOf(settings),
        listener: app.listener,
        listed: {
          ...route.listed,
          line: settings.publicPage ? () => this.#lineAt(settings, app) : null,
        },
      };
    } catch (error) {
      await this.closeStore(store);
      throw error;
    }
  }

  /** A venue that says why it isn't open. */
  closed(venue: Venue, cause: StoreError): ClosedVenue {
    const route = this.#routeOf(venue);
    const logger = this.#options.context.logger.child({ venue: venue.id });
    return {
      ...route,
      cause,
      listener: closedVenue({ ...this.#options.context, logger, venue: venue.id }, cause),
    };
  }

  /** Closes the store of a venue; that of the accounts belongs to the service. */
  async closeStore(store: Store): Promise<void> {
    if (store !== this.#options.accounts) await store.close();
  }

  #routeOf(venue: Venue): Omit<VenueRoute, 'listener'> {
    const { id, own } = venue;
    const { publicUrl, trustProxy, venueName, publicPage } = settingsOf(venue, this.#options.settings);
    const url = own.publicUrl === undefined ? null : publicUrl;
    const isAtRoot = url !== null && url === this.#options.settings.publicUrl;
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
    const accounts = this.#options.settings.database;
    if (isDeepStrictEqual(database, accounts)) return this.#options.accounts;
    const create = !(await servedVenues(this.#options.accounts)).includes(venue);
    try {
      if (database.engine === 'postgres' && accounts.engine === 'postgres' && database.url === accounts.url) {
        const beside = this.#options.accounts.beside?.(database.schema, { create });
        if (beside !== undefined) return await beside;
      }
      return await openServiceStore({ database }, this.#options.context.logger, {
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
    const texts = openingTextsAt(await api.timetable(), timeOf(settings), this.#options.context.clock());
    return statusSentences(await api.publicStatus(), texts);
  }

  readonly #toAccountPage: NonNullable<AppOptions['accountPage']> = (request, response) =>
    response.redirect(302, `${this.#options.context.baseUrl.of(request)}${ACCOUNT_PATH}`);
}
