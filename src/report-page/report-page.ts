import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { LocalTime } from '../service/domain/local-time.ts';
import { instantOf, type Micros, SECOND } from '../service/domain/micros.ts';
import { openSpans } from '../service/domain/opening-hours.ts';
import type { Status } from '../service/domain/status.ts';
import type { Timetable } from '../service/domain/timetable.ts';
import { REPORT_PATH } from '../service/http/app-options.ts';
import { type PhonePage, phoneRoute, sendPage, setPageCookie } from '../service/http/pages/phone-page.ts';
import { openingTextsAt } from '../service/http/pages/status-words.ts';
import type { BaseUrl } from '../service/http/server/base-url.ts';
import { ClientNetworks } from '../service/http/server/client-network.ts';
import type { RequestRecord } from '../service/http/server/observer.ts';
import { Problem } from '../service/http/server/problem.ts';
import type { Watchers } from '../service/http/server/request-record.ts';
import type {
  DeviceRequest,
  LiveReport,
  LiveReportStore,
  StoredReport,
} from '../service/store/live-report-store.ts';
import {
  bucketOfLabel,
  type DeviceReport,
  parseDeviceReport,
  reporterOf,
  timeOfReport,
} from './device-report.ts';
import { cookieToken, INTERVAL, LAST_REPORT, LastReport } from './last-report.ts';
import { NO_LOCATION, parseLocation } from './location.ts';
import {
  askPage,
  type CodeField,
  closedPage,
  messagePage,
  type PageFacts,
  REPORT_POLICY,
  thanksPage,
} from './pages.ts';
import { ReportLimits } from './report-limits.ts';
import { ReportQueue } from './report-queue.ts';
import { isCode } from './sign-code.ts';

export interface ReportPageOptions extends Watchers, PageFacts {
  readonly store: LiveReportStore;
  readonly clock: () => Micros;
  readonly time: LocalTime;
  readonly timetable: () => Promise<Timetable>;
  readonly baseUrl: BaseUrl;
  readonly trustedProxies: readonly string[];
  /** Networks that many people share: addresses or ranges. */
  readonly sharedNetworks: readonly string[];
  /** The current status, with the report that was just committed. */
  readonly status: () => Promise<Status>;
  /** Signs the tokens of people who have reported. */
  readonly secret: string;
  /** The code on the sign; null: none is needed. */
  readonly code: string | null;
}

/** How many copies of the page are remembered with the report that was made on them, and for how many milliseconds. */
const PAGES_MADE_ON = { max: 10_000, ttl: (INTERVAL / SECOND) * 1000 };

/** The page on which people report, and where devices post, at `REPORT_PATH`. */
export function reportPage(options: ReportPageOptions): RequestHandler {
  return phoneRoute(new ReportPage(options), options);
}

class ReportPage implements PhonePage {
  readonly path = REPORT_PATH;
  readonly policy = REPORT_POLICY;
  readonly #options: ReportPageOptions;
  readonly #queue: ReportQueue;
  readonly #limits: ReportLimits;
  readonly #networks: ClientNetworks;
  readonly #lastReport: LastReport;
  /** The report that was made on a copy of the page, in a network: tapping twice makes one report, also while the first is stored. */
  readonly #madeOn = new LRUCache<string, Promise<StoredReport>>(PAGES_MADE_ON);

  constructor(options: ReportPageOptions) {
    this.#options = options;
    this.#queue = new ReportQueue(options.store);
    this.#limits = new ReportLimits({
      code: options.code,
      onGuessing: () => options.logger.warn(GUESSING),
    });
    this.#networks = new ClientNetworks(options.trustedProxies, options.sharedNetworks);
    this.#lastReport = new LastReport(options.secret);
  }

  async show(request: Request, response: Response): Promise<void> {
    const { clock, status } = this.#options;
    // A code in the address is not checked here: whoever guesses would learn from the page whether it is right.
    const { code, sent, last } = request.query;
    const isThanks = this.#lastReport.idIn(sent, clock()) !== null;
    const given = typeof code === 'string' ? code : '';
    const field: CodeField = this.#options.code === null ? null : given;
    if (isThanks) sendPage(response, 200, thanksPage(this.#options, await status(), field, String(sent)));
    else if (!(await this.#isOpen())) await this.#sendClosed(response, 200);
    else this.#ask(response, 200, field, null, last);
  }

  /** Programs send JSON and get JSON; browsers send forms and get pages. */
  isOfProgram(request: Request): boolean {
    return request.headers.authorization !== undefined || Boolean(request.is('json'));
  }

  take(request: Request, response: Response): Promise<void> {
    if (this.isOfProgram(request)) return this.#takeFromDevice(request, response);
    return this.#takeFromPerson(request, response);
  }

  errorPage({ status, message }: Pick<Problem, 'status' | 'message'>): string {
    const title = status === 503 ? 'Not available at the moment.' : 'Your report was not taken.';
    return messagePage(this.#options, title, message);
  }

  async #takeFromPerson(request: Request, response: Response): Promise<void> {
    const { clock, baseUrl } = this.#options;
    if (!(await this.#isOpen())) return this.#sendClosed(response, 409);
    const { bucket: label, code, page, last } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const network = this.#networks.of(request);
    const isShared = this.#networks.isShared(request);
    const right = this.#options.code;
    if (right !== null) {
      if (code === undefined || code === '') {
        return this.#ask(response, 403, '', 'Enter the code from the sign.', last);
      }
      const isRight = isCode(code, right);
      this.#limits.admitCode(network, isRight, isShared);
      if (!isRight) return this.#ask(response, 403, '', WRONG_CODE, last);
    }
    const bucket = bucketOfLabel(label);
    if (bucket === null) {
      return this.#ask(response, 400, right, 'Choose one of the six answers.', last);
    }
    const location = this.#options.location ? parseLocation(request.body) : NO_LOCATION;
    this.#limits.admitPerson(network, isShared);
    // The cookie is of this phone alone; an address may have been shared.
    const replaces =
      this.#lastReport.idIn(cookieToken(request), clock()) ?? this.#lastReport.idIn(last, clock());
    const report = { bucket, ...location, replaces, device: null };
    const isOnPage = typeof page === 'string' && page.length <= 40;
    const stored = await this.#addOnce(isOnPage ? `${network.network} ${page}` : null, report);
    const token = this.#lastReport.tokenOf(stored);
    const cookie = { name: LAST_REPORT, value: token, maxAge: INTERVAL / SECOND };
    setPageCookie(response, `${baseUrl.of(request)}${REPORT_PATH}`, cookie);
    const query = right === null ? '' : `&code=${encodeURIComponent(right)}`;
    response.status(303).location(`report?sent=${token}${query}`).end();
  }

  /** Adds a report. A later one on the same copy of the page replaces it, also if a browser that keeps no cookies sends both at once. */
  async #addOnce(page: string | null, report: Omit<LiveReport, 'createdAt'>): Promise<StoredReport> {
    const now = this.#options.clock();
    const add = async (earlier: Promise<StoredReport> | undefined) => {
      const made = await earlier?.catch(() => null);
      const isRecent = made !== null && made !== undefined && now - made.createdAt < INTERVAL;
      const replaces = isRecent ? Math.max(made.id, report.replaces ?? 0) : report.replaces;
      return this.#queue.add({ ...report, createdAt: now, replaces });
    };
    if (page === null) return add(undefined);
    const stored = add(this.#madeOn.get(page));
    this.#madeOn.set(page, stored);
    return stored;
  }

  async #takeFromDevice(request: Request, response: Response): Promise<void> {
    const { store, time } = this.#options;
    const record = response.locals['record'] as RequestRecord;
    const reporter = await reporterOf(request, store).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 401) record.client = this.#networks.addressOf(request);
      throw error;
    });
    record.reporter = reporter.id;
    this.#limits.admitDevice(reporter.id);
    const report = parseDeviceReport(request.body, request);
    const stored = await this.#addOfDevice(report, { reporter: reporter.id, request: report.request });
    if (stored.isRepeated && stored.bucket !== report.bucket) {
      throw new Problem(
        'request-id-reused',
        'This Idempotency-Key was used for a report of the same time with another number.',
      );
    }
    const at = instantOf(stored.createdAt).toZonedDateTimeISO(time.timeZone);
    response
      .status(stored.isRepeated ? 200 : 201)
      .json({ bucket: stored.bucket, time: at.toString({ timeZoneName: 'never' }) });
  }

  /** Adds a report, unless it is a request that the device has sent before: that may come again at any time. */
  async #addOfDevice(report: DeviceReport, device: DeviceRequest): Promise<StoredReport> {
    let createdAt: Micros;
    try {
      createdAt = await this.#timeOf(report);
    } catch (problem) {
      const stored = await this.#options.store.repeatedReport(device);
      if (stored === null) throw problem;
      return stored;
    }
    return this.#queue.add({ createdAt, bucket: report.bucket, ...NO_LOCATION, replaces: null, device });
  }

  /** When a device has counted. Throws a problem if no report of that time is taken. */
  async #timeOf(report: DeviceReport): Promise<Micros> {
    const createdAt = timeOfReport(report, this.#options.clock());
    if (await this.#isOpen(createdAt)) return createdAt;
    throw new Problem('venue-closed', 'The venue is closed at this time, so no report is taken.');
  }

  async #isOpen(at = this.#options.clock()): Promise<boolean> {
    const { timetable, time } = this.#options;
    return openSpans(await timetable(), time, { start: at, end: at + 1 }).length > 0;
  }

  /** `last`: the token of the person's last report, as the address or the form has it. */
  #ask(response: Response, status: number, code: CodeField, error: string | null, last: unknown): void {
    const isRecent = this.#lastReport.idIn(last, this.#options.clock()) !== null;
    const hidden = { page: randomBytes(15).toString('base64url'), last: isRecent ? String(last) : null };
    sendPage(response, status, askPage(this.#options, hidden, code, error));
  }

  async #sendClosed(response: Response, status: number): Promise<void> {
    const { timetable, time, clock } = this.#options;
    const { opens, day } = openingTextsAt(await timetable(), time, clock());
    sendPage(response, status, closedPage(this.#options, { opens, comment: day.comment }));
  }
}

const WRONG_CODE = 'That isn’t the current code on the sign.';
const GUESSING =
  'many wrong codes for the report page: somebody may be guessing the code, so each network has few more tries';
