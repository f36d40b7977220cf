import type { IncomingMessage } from 'node:http';
import type { Snapshots } from '../../operations/snapshot.ts';
import type { AppOptions } from '../app-options.ts';
import type { Fields } from '../server/content.ts';
import { CROSS_ORIGIN_FIELDS } from '../server/cross-origin.ts';
import type { RequestRecord } from '../server/observer.ts';
import type { Access, AdmittedReader } from './access.ts';
import { requireVenue, tokenOf } from './authenticate.ts';
import { Quota } from './quota.ts';
import type { Router } from './router.ts';
import type { SharedResources } from './shared-resources.ts';

const COMMON_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', ...CROSS_ORIGIN_FIELDS];

const PRIVATE_FIELDS: Fields = [
  ...COMMON_FIELDS,
  'Cache-Control',
  'private, no-cache',
  'Vary',
  'Authorization, Accept-Encoding',
];

/** Reads under `/api/v1`: each needs a valid key, and consumes one request of its quota. */
export class KeyAccess implements Access {
  readonly router: Router;
  readonly isCrossOrigin = true;
  readonly refusalFields = [...COMMON_FIELDS, 'Vary', 'Accept-Encoding'];
  readonly #options: AppOptions;
  readonly #snapshots: Snapshots;
  readonly #shared: SharedResources;
  readonly #quota: Quota;

  constructor(options: AppOptions, router: Router, snapshots: Snapshots, shared: SharedResources) {
    this.router = router;
    this.#options = options;
    this.#snapshots = snapshots;
    this.#shared = shared;
    this.#quota = new Quota(shared.quotaCounter, options.time, options.clock, options.contact);
  }

  async admit(request: IncomingMessage, record: RequestRecord): Promise<AdmittedReader> {
    const { accounts, store, venue, cacheName } = this.#options;
    const { authentication, accountsVersion, caches, failures } = this.#shared;
    try {
      const token = tokenOf(request.headers.authorization);
      const snapshot = await this.#snapshots.current();
      const version = accounts === store ? snapshot.storeVersion : await accountsVersion();
      const key = await authentication.authenticate(token, version);
      record.key = key.id;
      requireVenue(key, venue);
      const rateLimit = await this.#quota.consume(key, snapshot.today);
      const fields = [...PRIVATE_FIELDS, 'X-Request-Id', record.id, ...rateLimit];
      return {
        key: key.id,
        account: key.account,
        snapshot,
        path: '',
        fields,
        problemFields: fields,
        async cached({ base, version, coding, compute }) {
          const name = `${cacheName} ${request.url} ${base} ${version}`;
          const cached = await caches.keys.get(name, coding, compute);
          return cached === 'too large' ? null : cached;
        },
      };
    } catch (error) {
      throw failures.count(error, request, record);
    }
  }
}
