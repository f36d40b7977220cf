import type { ContractDocument } from '../../contract/load-document.ts';
import { newConcurrency } from '../../operations/operations.ts';
import { versionOncePerTurn } from '../../operations/snapshot.ts';
import type { Store } from '../../store/store.ts';
import type { AppOptions } from '../app-options.ts';
import { Sender } from '../server/send.ts';
import { StaticFolder } from '../server/static-files.ts';
import { authentication, failureLimit, type KeyAuthentication } from './key-access.ts';
import { QuotaCounter } from './quota.ts';
import { ResponseCache } from './response-cache.ts';
import { loadRouter } from './router.ts';
import { publicDocument, VISITOR_CACHES } from './visitors.ts';

/** Caches, limits and counters that all venues of a process share, so that many venues take no more than one. */
export class SharedResources implements KeyAuthentication {
  readonly sender = new Sender();
  readonly concurrency = newConcurrency();
  readonly countFailure: KeyAuthentication['countFailure'];
  readonly authenticate: KeyAuthentication['authenticate'];
  readonly quotaCounter: QuotaCounter;
  readonly accountsVersion: () => number | Promise<number>;
  /** Rejects if the database of the accounts cannot be used. */
  readonly checkAccounts: () => Promise<void>;
  /** Of keys, and the two of visitors. */
  readonly caches: { readonly [Name in 'keys' | keyof typeof VISITOR_CACHES]: ResponseCache };
  /** Returns the files of a folder, which all venues serve from the same memory. */
  readonly folder = remembered((path: string) => new StaticFolder(path));
  readonly router = remembered((document: ContractDocument) => loadRouter(document));
  /** Routes what of a document is public. */
  readonly publicRouter = remembered((document: ContractDocument) =>
    loadRouter(publicDocument(document), 'GET, HEAD'),
  );

  constructor({
    accounts,
    clock,
    trustedProxies,
    observer,
  }: Pick<AppOptions, 'accounts' | 'clock' | 'trustedProxies' | 'observer'>) {
    const { encoders } = this.sender;
    this.countFailure = failureLimit(trustedProxies);
    this.authenticate = authentication(accounts, clock);
    this.quotaCounter = new QuotaCounter(accounts, observer);
    this.accountsVersion = versionOncePerTurn(accounts);
    this.checkAccounts = databaseCheck(accounts);
    this.caches = {
      keys: new ResponseCache(encoders, observer),
      common: new ResponseCache(encoders, observer, VISITOR_CACHES.common),
      chosen: new ResponseCache(encoders, observer, VISITOR_CACHES.chosen),
    };
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

/** Returns a function that makes one value for each key. */
function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}
