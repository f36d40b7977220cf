import type { RequestListener } from 'node:http';
import { atMostOnceASecond, SharedResources } from '../../service/http/api/shared-resources.ts';
import { venueList } from '../../service/http/pages/venue-list.ts';
import { databaseUnavailable, Problem } from '../../service/http/server/problem.ts';
import { venueRouter } from '../../service/http/venue-router.ts';
import { StoreError } from '../../service/store/errors.ts';
import type { Store } from '../../service/store/store.ts';
import type { NamedStore } from '../../service/store/venue-store.ts';
import type { Settings } from '../settings/settings.ts';
import { rejectConflicts } from '../settings/settings-of-venue.ts';
import type { Venue, VenuesFile } from '../settings/venues-file.ts';
import type { AccountPage } from './account-page.ts';
import { forEachConcurrently } from './concurrently.ts';
import { type ClosedVenue, type OpenVenue, VenueOpener, type VenueRoute } from './open-venue.ts';
import type { DatabaseCheck, Served, ServiceContext } from './service-app.ts';

/** The venues of a service, each with an application and a store of its own, and what they share. */
export class Venues implements Omit<Served, 'close' | 'isReloaded'> {
  readonly #settings: Settings;
  readonly #context: ServiceContext;
  readonly #shared: SharedResources;
  /** By their ids, in the order of the file. */
  readonly #all = new Map<string, OpenVenue | ClosedVenue>();
  readonly #byHost = new Map<string, VenueRoute>();
  #atRoot: VenueRoute | null = null;
  /** Why the last attempt to open a venue failed, by its id. */
  readonly #failures = new Map<string, string>();
  readonly #opener: VenueOpener;
  readonly #retired = new Set<Store>();
  #address: { readonly host: string; readonly port: number } | null = null;

  /** Serves all venues. */
  readonly listener: RequestListener;

  /** `accountPage`: theirs together. */
  constructor(settings: Settings, accounts: Store, context: ServiceContext, accountPage: AccountPage | null) {
    this.#settings = settings;
    this.#context = context;
    this.#shared = new SharedResources({ ...context, accounts, trustedProxies: settings.trustProxy });
    this.#opener = new VenueOpener({ settings, accounts, context, accountPage, shared: this.#shared });
    this.listener = this.#routed(accountPage);
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

  #routed(accountPage: AccountPage | null): RequestListener {
    const { baseUrl } = this.#context;
    const root = venueList({
      ...this.#context,
      trustedProxies: this.#settings.trustProxy,
      accountPage: accountPage?.handler ?? null,
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
        opened.set(id, await this.#opener.open(venue));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        failures.set(id, error.message);
        if (present === undefined || 'cause' in present) opened.set(id, this.#opener.closed(venue, error));
      }
    };
    try {
      await forEachConcurrently(venues, open);
    } catch (error) {
      for (const one of opened.values()) if ('store' in one) await this.#opener.closeStore(one.store);
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
      this.#context.logger.error(
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
        if (this.#context.isServing())
          this.#context.logger.warn({ err, venue: one.id }, 'the warm-up failed');
      };
      if (this.#all.get(one.id) === one) await one.app.api.warmUp().catch(onError);
    }
  }

  async closeStores(): Promise<void> {
    const stores = [...this.#retired, ...this.venues().map(({ store }) => store)];
    await Promise.all(stores.map((store) => this.#opener.closeStore(store)));
  }

  /** Closes the store of a former venue, and ends its metrics, when the requests under way have had their time. */
  #retire(one: OpenVenue | ClosedVenue): void {
    const stores = 'store' in one ? [one.store] : [];
    const close = async () => {
      if (!this.#all.has(one.id)) this.#context.observer?.venueEnded(one.id);
      for (const store of stores) {
        this.#retired.delete(store);
        await this.#opener.closeStore(store);
      }
    };
    const onError = (err: unknown) =>
      this.#context.logger.warn({ err }, 'the database of a former venue could not be closed');
    for (const store of stores) this.#retired.add(store);
    setTimeout(() => void close().catch(onError), this.#settings.drainSeconds * 1000).unref();
  }
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
