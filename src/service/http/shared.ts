import type { ContractDocument } from '../contract/load-document.ts';
import { newTurns } from '../operations/operations.ts';
import { FailedAuthentication } from './failed-authentication.ts';
import type { Observer } from './observer.ts';
import { LANES, publicDocument } from './public-reads.ts';
import { ResponseCache } from './response-cache.ts';
import { Router } from './router.ts';
import { Sender } from './send.ts';
import { StaticFolder } from './static-files.ts';

/** Routers by a document, and by what of it is public. */
interface Routers {
  router(): Promise<Router>;
  publicRouter(): Promise<Router>;
}

/** What all venues of a process share: their caches and limits together are those of a process with one venue. */
export class Shared {
  readonly sender = new Sender();
  readonly turns = newTurns();
  readonly failures: FailedAuthentication;
  /** Of keys, and of the two lanes of visitors. */
  readonly caches: { readonly [Name in 'keys' | keyof typeof LANES]: ResponseCache };
  readonly #routers = new Map<ContractDocument, Routers>();
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
    const folder = this.#folders.get(path) ?? new StaticFolder(path);
    this.#folders.set(path, folder);
    return folder;
  }

  routersOf(document: ContractDocument): Routers {
    let routers = this.#routers.get(document);
    if (routers === undefined) {
      routers = {
        router: once(() => Router.load(document)),
        publicRouter: once(() => Router.load(publicDocument(document), 'GET, HEAD')),
      };
      this.#routers.set(document, routers);
    }
    return routers;
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
