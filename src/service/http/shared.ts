import type { ContractDocument } from '../contract/load-document.ts';
import { newTurns } from '../operations/operations.ts';
import { FailedAuthentication } from './failed-authentication.ts';
import type { Observer } from './observer.ts';
import { LANES, publicDocument } from './public-reads.ts';
import { ResponseCache } from './response-cache.ts';
import { Router } from './router.ts';
import { Sender } from './send.ts';
import { StaticFolder } from './static-files.ts';

/** What all venues of a process share: their caches and limits together are those of a process with one venue. */
export class Shared {
  readonly sender = new Sender();
  readonly turns = newTurns();
  readonly failures: FailedAuthentication;
  /** Of keys, and of the two lanes of visitors. */
  readonly caches: { readonly [Name in 'keys' | keyof typeof LANES]: ResponseCache };
  readonly #routers = new Map<ContractDocument, Promise<Router>>();
  readonly #publicRouters = new Map<ContractDocument, Promise<Router>>();
  readonly #folders = new Map<string, StaticFolder>();

  constructor(trustedProxies: readonly string[], observer: Observer | null) {
    const { encoders } = this.sender;
    this.failures = new FailedAuthentication(trustedProxies);
    this.caches = {
      keys: new ResponseCache(encoders, observer),
      common: new ResponseCache(encoders, observer, LANES.common),
      chosen: new ResponseCache(encoders, observer, LANES.chosen),
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

function remembered<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
