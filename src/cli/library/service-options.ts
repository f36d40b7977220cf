import type { IncomingMessage, ServerResponse } from 'node:http';

/** Options of `createService`. Those that `headcount serve` has, too, mean the same there (docs/settings.md). */
export interface ServiceOptions {
  /**
   * Database to use: `sqlite:FILE` or `postgres://USER@HOST/DATABASE`. One that doesn't exist is created, and one of an earlier
   * version is migrated.
   */
  readonly database: string;
  /** Form of the API. Default 2. */
  readonly form?: 1 | 2;
  /** Time zone of the venue, such as `America/New_York`. Default: the one that the database has, at first this machine's. */
  readonly timeZone?: string;
  /** Opening hours in local time. Default: always open. */
  readonly hours?: OpeningHours;
  /** Name of the venue, shown by the explorer, the badge and the frame: one line of at most 60 characters. Default: none. */
  readonly venueName?: string;
  /**
   * URL at which clients reach the place where the handler is mounted, such as `https://queue.example.edu/live`. Links in responses
   * start with it. Default: the address that the request came to, and the path where Express has mounted the handler.
   */
  readonly publicUrl?: string;
  /**
   * Proxies whose `X-Forwarded-Host` and `X-Forwarded-Proto`, and for limits and the log `X-Forwarded-For`, to trust: addresses, ranges,
   * or `loopback`. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /** Base URL of the photos. Default: the service draws placeholder pictures itself, under `/photos`. */
  readonly photoHost?: string;
  /**
   * Lets anybody read status, chart, patterns, reports and highlights without a key, under `/page`. The explorer then needs
   * no key. Needs `publicUrl` with `trustProxy`. Default false.
   */
  readonly publicPage?: boolean;
  /** Whom to contact for a higher quota, as a phrase in responses. Default `the operator of this service`. */
  readonly contact?: string;
  /** Time at which the clock starts, with an offset, such as `2026-10-16T12:30:00-07:00`. Default: now. */
  readonly asOf?: string;
  /**
   * Serves the explorer at `/`, the documentation under `/docs/` and, with `publicPage`, `/badge.svg` and `/embed`. Then all
   * paths below the mount belong to the service. Without them, the handler passes paths that it doesn't have to `next`. Default true.
   */
  readonly pages?: boolean;
  /** Milliseconds that open requests get to finish when the service closes, 0 to 3,600,000. Default 10,000. */
  readonly drainMs?: number;
  /** A pino logger, or one with the same methods. Default: warnings and errors, as JSON lines on standard error. */
  readonly logger?: ServiceLogger;
}

/** The days of a week. */
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** When the venue is open. */
export interface OpeningHours {
  /** Openings such as `07:00-22:00` by the day on which they start; one that ends at or before its start runs past midnight. */
  readonly weekly: Readonly<Record<Weekday, Openings>>;
  /**
   * Opening hours for dates and ranges (`2026-12-25`, `2026-12-19/2027-01-10`; every year: `12-25`, `12-24/01-02`). They replace the hours
   * of the weekday. The status message begins with the comment.
   */
  readonly exceptions?: Readonly<Record<string, Openings | WithComment<{ readonly openings: Openings }>>>;
  /** Weeks that replace `weekly` on dates and ranges. */
  readonly seasons?: Readonly<Record<string, WithComment<Pick<OpeningHours, 'weekly'>>>>;
}

/** `[]` or `closed` means closed all day. */
type Openings = string | readonly string[];

type WithComment<Hours> = Hours & { readonly comment?: string };

/** The methods of a pino logger that the service calls. */
export interface ServiceLogger {
  /** Returns whether messages of that level are written; the service asks only for `info`. */
  isLevelEnabled(level: string): boolean;
  info(details: object | string, message?: string): void;
  warn(details: object | string, message?: string): void;
  error(details: object | string, message?: string): void;
}

/** A service without a server of its own. */
export interface MountableService {
  /**
   * The whole service as a function. Mount it in an Express application (`app.use('/live', service.handler)`), or give it to a server
   * (`http.createServer(service.handler)`), where it responds to all paths.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /** Resolves when the model is trained. The service responds before that; its estimates use what has been learned so far. Never rejects. */
  readonly warmedUp: Promise<void>;
  /** Rejects if the database cannot be used, as `/readyz` says; it looks once a second at most. */
  checkDatabase(): Promise<void>;
  /** Issues an API key; a service in another application has no account page. It is stored as a hash only, so this is the only time that it is shown. */
  issueKey(owner: KeyOwner): Promise<IssuedKey>;
  /** Revokes a key, which stops working at once. Resolves with whether there is such a key. */
  revokeKey(id: number): Promise<boolean>;
  /**
   * Ends the service: `/readyz` says 503, open requests get `drainMs` to finish, and then the database is closed. Later requests get
   * 503. Stop your server from accepting connections first. A second call waits for the first.
   */
  close(): Promise<void>;
  /** `await using service = await createService(…)` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whom a key is for. */
export interface KeyOwner {
  /** E-mail address. Whether its domain is eligible is up to you; `headcount keys issue` checks it. */
  readonly email: string;
  /** Requests a day, 0 to 999,999,999. Default 1000. */
  readonly quota?: number;
}

/** A key that was just issued. */
export interface IssuedKey {
  readonly id: number;
  /** The key itself, for the header `Authorization: Token <key>`. */
  readonly key: string;
}
