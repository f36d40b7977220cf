import type { ContractDocument } from '../../contract/load-document.ts';
import { newConcurrency } from '../../operations/operations.ts';
import { versionOncePerTurn } from '../../operations/snapshot.ts';
import type { Store } from '../../store/store.ts';
import type { AppOptions } from '../app-options.ts';
import { Sender } from '../server/send.ts';
import { StaticFolder } from '../server/static-files.ts';
import { Authentication, FailedAuthentication } from './authenticate.ts';
import { publicDocument, VISITOR_CACHES } from './public-reads.ts';
import { QuotaCounter } from './quota-counter.ts';
import { ResponseCache } from './response-cache.ts';
import { Router } from './router.ts';

/** Caches, limits and counters that all venues of a process share, so that many venues take no more than one. */
export class SharedResources {
  readonly sender = new Sender();
  readonly concurrency = newConcurrency();
  readonly failures: FailedAuthentication;
  readonly authentication: Authentication;
  readonly quotaCounter: QuotaCounter;
  readonly accountsVersion: () => number | Promise<number>;
  /** Rejects if the database of the accounts cannot be used. */
  readonly checkAccounts: () => Promise<void>;
  /** Of keys, and the two of visitors. */
  readonly caches: { readonly [Name in 'keys' | keyof typeof VISITOR_CACHES]: ResponseCache };
  readonly #routers = new Map<ContractDocument, Promise<Router>>();
  readonly #publicRouters = new Map<ContractDocument, Promise<Router>>();
  readonly #folders = new Map<string, StaticFolder>();

  constructor({
    accounts,
    clock,
    trustedProxies,
    observer,
  }: Pick<AppOptions, 'accounts' | 'clock' | 'trustedProxies' | 'observer'>) {
    const { encoders } = this.sender;
    this.failures = new FailedAuthentication(trustedProxies);
    this.authentication = new Authentication(accounts, clock);
    this.quotaCounter = new QuotaCounter(accounts, observer);
    this.accountsVersion = versionOncePerTurn(accounts);
    this.checkAccounts = databaseCheck(accounts);
    this.caches = {
      keys: new ResponseCache(encoders, observer),
      common: new ResponseCache(encoders, observer, VISITOR_CACHES.common),
      chosen: new ResponseCache(encoders, observer, VISITOR_CACHES.chosen),
    };
  }

  /** The files of a folder, which all venues serve from the same memory. */
  folder(path: string): StaticFolder {
    return remembered(this.#folders, path, () => new StaticFolder(path));
  }

  router(document: ContractDocument): Promise<Router> {
    return remembered(this.#routers, document, () => Router.load(document));
  }

  /** Routes what of the document is public. */
  publicRouter(document: ContractDocument): Promise<Router> {
    return remembered(this.#publicRouters, document, () =>
      Router.load(publicDocument(document), 'GET, HEAD'),
    );
  }
}

/** The time for which a result is used, in milliseconds: everybody may request it, and checking writes to the database. */
const INTERVAL = 1000;

/** Returns a function that rejects if a database cannot be used. It is what `/readyz` and the metrics say. */
export function databaseCheck(store: Pick<Store, 'ping'>): () => Promise<void> {
  return atMostOnceASecond(() => store.ping());
}

/** Returns a function whose calls share one computation, and its result for a second. */
export function atMostOnceASecond<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let computedAt = Number.NEGATIVE_INFINITY;
  let isComputing = false;
  let result: Promise<Result> | undefined;
  return () => {
    const now = performance.now();
    if (result === undefined || (!isComputing && now - computedAt >= INTERVAL)) {
      isComputing = true;
      computedAt = now;
      result = compute().finally(() => {
        isComputing = false;
      });
    }
    return result;
  };
}

function remembered<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
