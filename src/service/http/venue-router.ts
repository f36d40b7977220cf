import type { IncomingMessage, RequestListener } from 'node:http';
import { ACCOUNT_PATH, LIST_PATH } from './app-options.ts';

/** A venue of several, as the service serves it. */
export interface ServedVenue {
  /** The host of its own; null: it is below `/ID`. */
  readonly host: string | null;
  readonly listener: RequestListener;
}

/** A request whose path has lost what led to the venue. Express keeps `originalUrl`. */
type Request = IncomingMessage & { originalUrl?: string };

/** The first part of a path, and the rest. Proxies may send the scheme and the host with it (RFC 9112, 3.2.2). */
const TARGET = /^(?:https?:\/\/[^/?]*)?\/([a-z0-9-]+)([/?].*)?$/is;

/** First parts of paths that the service itself has, whichever venue is at its root. */
const OWN_PATHS: readonly string[] = [ACCOUNT_PATH, LIST_PATH, '/livez', '/readyz'].map((path) =>
  path.slice(1),
);

/**
 * Gives each request to its venue, by the host or the first part of the path, then to the venue at the root, and others to `root`. `named`:
 * the venues by their hosts, or by their ids. `hostOf`: what the client asked for.
 */
export function venueRouter(
  named: {
    readonly byHost: ReadonlyMap<string, ServedVenue>;
    readonly byId: ReadonlyMap<string, ServedVenue>;
    /** The one that also has the paths that are no other venue's, and not the service's own. */
    readonly atRoot: () => ServedVenue | null;
  },
  root: RequestListener,
  hostOf: (request: IncomingMessage) => string | null,
): RequestListener {
  return (request: Request, response) => {
    const hosted = named.byHost.get(hostOf(request) ?? '');
    if (hosted !== undefined) return hosted.listener(request, response);
    const { url = '' } = request;
    const [, id = '', rest = '/'] = TARGET.exec(url) ?? [];
    const venue = named.byId.get(id);
    if (venue?.host === null) {
      request.originalUrl = url;
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      return venue.listener(request, response);
    }
    const atRoot = OWN_PATHS.includes(id) ? null : named.atRoot();
    return (atRoot?.listener ?? root)(request, response);
  };
}
