import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { loadDocument } from '../../service/contract/load-document.ts';
import type { LocalTime } from '../../service/domain/local-time.ts';
import { timetableWarning } from '../../service/domain/timetable.ts';
import { FORMS } from '../../service/form/form.ts';
import type { SharedResources } from '../../service/http/api/shared-resources.ts';
import { type App, createApp } from '../../service/http/app.ts';
import type { AppOptions } from '../../service/http/app-options.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { Store } from '../../service/store/store.ts';
import type { NamedStore } from '../../service/store/venue-store.ts';
import type { Settings } from '../settings/settings.ts';
import { drawPicture } from '../simulation/picture.ts';
import { timeOf } from './clock.ts';

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

/** The options that all applications of a service have in common, but for `venue` and `baseUrl` of one of several venues. */
export type ServiceContext = Pick<
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

/** The one venue of a service, or several. */
export interface Served {
  readonly listener: RequestListener;
  /** Its venues whose database could be opened. If there is only one, its id is empty. */
  venues(): readonly VenueData[];
  /** The stores of all venues; throws at one that could not be opened. */
  stores(): Iterable<NamedStore>;
  /** Checks of the databases: of the accounts, or of the one venue, with an empty id, and then of each venue. */
  databases(): readonly DatabaseCheck[];
  /** Returns whether the files of venues or hours could be read when they last changed; null if there are none. */
  isReloaded(): boolean | null;
  warmUp(): Promise<void>;
  /** Called when the service listens. */
  listening(host: string, port: number): void;
  /** Closes what it opened; the caller owns the store. */
  close(): Promise<void>;
}

/** Options that a venue shares with the others of its process. */
interface SharedOptions extends Pick<AppOptions, 'accounts' | 'cacheName' | 'document'> {
  readonly shared: SharedResources;
}

/** The application of a service, or of one of its venues, without a server. */
export async function serviceApp(
  settings: Pick<
    Settings,
    'form' | 'timeZone' | 'hours' | 'photoHost' | 'venueName' | 'publicPage' | 'trustProxy' | 'contact'
  >,
  store: Store,
  context: ServiceContext,
  pages: Partial<Pick<AppOptions, 'accountPage' | 'openPhonePages'>>,
  given: Partial<SharedOptions> = {},
): Promise<App> {
  const { form, hours, photoHost, venueName, publicPage, trustProxy, contact } = settings;
  const warning = timetableWarning(hours);
  if (warning !== null) context.logger.warn(warning);
  const { shared, document = await loadDocument(form), accounts = store, cacheName = '' } = given;
  const options: AppOptions = {
    accountPage: null,
    openPhonePages: null,
    ...context,
    ...pages,
    form: FORMS[form],
    document,
    store,
    accounts,
    cacheName,
    time: timeOf(settings),
    timetable: hours,
    venueName,
    photoHost,
    publicPage,
    trustedProxies: trustProxy,
    contact,
    drawPicture,
  };
  return createApp(options, shared);
}
