import type { RequestHandler } from 'express';
import type { ContractDocument } from '../contract/load-document.ts';
import type { Status } from '../domain/status.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { OperationsOptions } from '../operations/operations.ts';
import type { Store } from '../store/store.ts';
import type { BaseUrl } from './server/base-url.ts';
import type { Watchers } from './server/request-record.ts';

/** The paths of the pages for accounts (record 30), for reports (record 31) and for the staff (record 33). */
export const ACCOUNT_PATH = '/account';
export const REPORT_PATH = '/report';
export const STAFF_PATH = '/staff';

/** The path of the list of venues, in a service with several. It is also at the root, unless a venue is there. */
export const LIST_PATH = '/venues';

/** The parts and settings of an application: the API and the pages of a service, or of one of its venues. */
export interface AppOptions extends OperationsOptions, Watchers {
  readonly document: ContractDocument;
  readonly baseUrl: BaseUrl;
  /** Lets visitors read the page's own data without a key, under `/page` (record 12). */
  readonly publicPage: boolean;
  /** Addresses or ranges of proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** Whom to contact for a key or a higher quota, as a phrase. */
  readonly contact: string;
  /** The store of keys and their quotas; all venues of a process have the same. */
  readonly accounts: Accounts;
  /** Names the application's responses in the shared caches; empty in a process with one venue. */
  readonly cacheName: string;
  /** False while the service shuts down. */
  readonly isServing: () => boolean;
  /** Shown by the explorer, the badge and the page for frames; null for none. */
  readonly venueName: string | null;
  /** Draws the picture of a name, where the service is its own photo host. */
  readonly drawPicture: (name: string, size: { width: number; height: number }) => string;
  /** Null: no explorer, no documentation, and no text at `/`. */
  readonly documentation: Documentation | null;
  /** Everything under `ACCOUNT_PATH`; null: keys come from the operator only. */
  readonly accountPage: RequestHandler | null;
  /** Opens the pages for phones, which show what the API knows; null for none. */
  readonly openPhonePages: ((api: CurrentVenue) => Promise<PhonePages>) | null;
}

/** The methods that the API calls of the store with the keys. */
export type Accounts = Pick<Store, 'findKey' | 'consumeQuota' | 'version' | 'ping'>;

/** The documentation site. */
export interface Documentation {
  /** The folder of the built site, which need not exist yet. */
  readonly folder: string;
  /** Returns whether the site is being built right now. */
  readonly isBeingBuilt: () => boolean;
}

/** The present state of a venue, as the API knows it. */
export interface CurrentVenue {
  /** The status before it is projected into a form. */
  status(): Promise<Status>;
  /** The opening hours, as the staff has changed them. */
  timetable(): Promise<Timetable>;
}

/** Pages for phones. */
export interface PhonePages {
  /** Handles `REPORT_PATH`; null: reports come from files only. */
  readonly reportPage: ReportPage | null;
  /** Handles `STAFF_PATH`; null: there is no page for the staff. */
  readonly staffPage: RequestHandler | null;
}

/** A page on which people report. */
export interface ReportPage {
  readonly handler: RequestHandler;
  /** True if people need the code on the sign. */
  readonly needsCode: boolean;
}
