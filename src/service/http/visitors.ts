import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Snapshots } from '../operations/snapshot.ts';
import type { BaseUrl } from './base-url.ts';
import { ClientNetworks } from './client-network.ts';
import type { Fields } from './content.ts';
import { negotiateCoding } from './content-coding.ts';
import type { Fail } from './failure.ts';
import type { RequestRecord } from './observer.ts';
import { Problem } from './problem.ts';
import type { PublicPage } from './public-page.ts';
import { hasLinks, PAGE_PATH } from './public-reads.ts';
import { recordRequest, traced, type Watchers } from './request-record.ts';
import type { Operation, Router } from './router.ts';
import { closeAfterwards, type Sender } from './send.ts';

interface Options extends Watchers {
  readonly baseUrl: BaseUrl;
  readonly trustedProxies: readonly string[];
  readonly isServing: () => boolean;
}

/** Other websites may not read responses: the page is on the same origin. */
const FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept-Encoding'];
/** How long caches may use a response, which doesn't depend on who asks. */
const LIFETIME = 'max-age=10';

/** A shared cache must not give one visitor's error to others. */
const ERROR_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];

/** Requests of visitors, who have no key: what the page needs, below `PAGE_PATH`. */
export class Visitors {
  readonly #options: Options;
  readonly #router: Router;
  readonly #page: PublicPage;
  readonly #snapshots: Snapshots;
  readonly #sender: Sender;
  readonly #fail: Fail;
  readonly #networks: ClientNetworks;

  constructor(
    options: Options,
    router: Router,
    page: PublicPage,
    snapshots: Snapshots,
    sender: Sender,
    fail: Fail,
  ) {
    this.#options = options;
    this.#router = router;
    this.#page = page;
    this.#snapshots = snapshots;
    this.#sender = sender;
    this.#fail = fail;
    this.#networks = new ClientNetworks(options.trustedProxies);
  }

  /** Whether a request can be for visitors. */
  static mayHandle({ url = '' }: IncomingMessage): boolean {
    return url.startsWith(`${PAGE_PATH}/`);
  }

  async handle(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    const route = await this.#router.route(request);
    if (route === null) return next();
    const operation = route instanceof Problem ? 'none' : route.operationId;
    const record = recordRequest(this.#options, request, response, operation);
    await traced(record, () => this.#answer(request, response, record, route));
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    route: Operation | Problem,
  ): Promise<void> {
    const { baseUrl, isServing } = this.#options;
    if (!isServing()) closeAfterwards(response);
    try {
      if (route instanceof Problem) throw route;
      const cached = await this.#page.read({
        target: request.url as string,
        operation: route,
        snapshot: await this.#snapshots.current(),
        base: baseUrl.of(request),
        network: this.#networks.of(request).network,
        coding: negotiateCoding(request),
      });
      const caching = hasLinks(route) ? baseUrl.cacheControl(LIFETIME) : `public, ${LIFETIME}`;
      const head = [...FIELDS, 'Cache-Control', caching, 'X-Request-Id', record.id];
      this.#sender.cached(request, response, head, cached);
    } catch (error) {
      this.#fail(error, request, response, record, [...ERROR_FIELDS, 'X-Request-Id', record.id]);
    }
  }
}
