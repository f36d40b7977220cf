import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { type ContractDocument, loadDocument } from '../../service/contract/load-document.ts';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { timetableWarning } from '../../service/domain/timetable.ts';
import { FORMS } from '../../service/form/form.ts';
import type { SharedResources } from '../../service/http/api/shared-resources.ts';
import { type App, createApp } from '../../service/http/app.ts';
import type { AppOptions } from '../../service/http/app-options.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { Store } from '../../service/store/store.ts';
import type { NamedStore } from '../../service/store/venue-store.ts';
import { drawPicture } from '../simulation/picture.ts';
import type { AccountPage } from './account-page.ts';
import { timeOf } from './clock.ts';
import type { PhonePages } from './phone-pages.ts';
import type { Settings } from './settings.ts';

/** Opens the store of a service, creating it if it is missing, unless `create` is false; connection errors outside of requests are logged. `noticeWithin` as in `openStore`. */
export function openServiceStore(
  { database }: Pick<Settings, 'database'>,
  logger: Logger,
  { noticeWithin = 0, create = true } = {},
): Promise<Store> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'a database connection failed');
  const onNotice = (message: string) => logger.warn(message);
  return openStore(database, { create, onError, onNotice, noticeWithin });
}

/** What all applications of a service have. */
export type Parts = Pick<
  AppOptions,
  'logger' | 'clock' | 'documentation' | 'baseUrl' | 'observer' | 'isServing' | 'venue'
>;

/** A venue and its data. */
export interface VenueData {
  readonly id: string;
  readonly app: App;
  readonly store: Store;
  readonly time: LocalTime;
}

export interface DatabaseCheck {
  readonly id: string;
  /** Rejects if the database cannot be used. */
  readonly check: () => Promise<void>;
}

/** What a service serves: its one venue, or several. */
export interface Served {
  readonly listener: RequestListener;
  /** Its venues whose database could be opened. If there is only one, its id is empty. */
  venues(): readonly VenueData[];
  /** The stores of all venues; throws at one that could not be opened. */
  stores(): Iterable<NamedStore>;
  /** Checks of the databases: of the accounts, or of the one venue, with an empty id, and then of each venue. */
  databases(): readonly DatabaseCheck[];
  /** Whether the files of venues or hours could be read when they last changed; null if there are none. */
  isReloaded(): boolean | null;
  warmUp(): Promise<void>;
  /** Called when the service listens. */
  listening(host: string, port: number): void;
  /** Closes what was opened, which the store that was given is not. */
  close(): Promise<void>;
}

/** The parts of an application that need not be its own: what its pages do, and what it shares with other venues. */
interface Pages {
  readonly accountPage: Pick<AccountPage, 'handler'> | null;
  /** None by default. */
  readonly phonePages?: PhonePages;
  readonly document?: Promise<ContractDocument>;
  readonly accounts?: Store;
  readonly cacheName?: string;
  readonly shared?: SharedResources;
}

/** The application of a service, or of one of its venues, without a server. */
export async function serviceApp(
  settings: Pick<
    Settings,
    'form' | 'timeZone' | 'hours' | 'photoHost' | 'venueName' | 'publicPage' | 'trustProxy' | 'contact'
  >,
  store: Store,
  parts: Parts,
  { accountPage, phonePages, accounts = store, cacheName = '', shared, document }: Pages,
): Promise<App> {
  const warning = timetableWarning(settings.hours);
  if (warning !== null) parts.logger.warn(warning);
  const pages = await phonePages?.(parts, () => app.api);
  const options: AppOptions = {
    ...parts,
    ...(pages ?? { reportPage: null, staffPage: null }),
    form: FORMS[settings.form],
    document: await (document ?? loadDocument(settings.form)),
    store,
    accounts,
    cacheName,
    time: timeOf(settings),
    timetable: settings.hours,
    venueName: settings.venueName,
    photoHost: settings.photoHost,
    publicPage: settings.publicPage,
    trustedProxies: settings.trustProxy,
    contact: settings.contact,
    accountPage: accountPage?.handler ?? null,
    drawPicture,
  };
  const app = await createApp(options, shared);
  return app;
}
