import type { IncomingMessage, RequestListener } from 'node:http';

/** What a service with several venues serves at one of them. */
export interface ServedVenue {
  /** The host of its own; null: it is below `/ID`. */
  readonly host: string | null;
  readonly listener: RequestListener;
}

/** A request whose path has lost what led to the venue. Express keeps `originalUrl`. */
type Request = IncomingMessage & { originalUrl?: string };

/** The first part of a path, and the rest. Proxies may send the scheme and the host with it (RFC 9112, 3.2.2). */
const TARGET = /^(?:https?:\/\/[^/?]*)?\/([a-z0-9-]+)([/?].*)?$/is;

/**
 * Gives each request to its venue, by the first part of the path or by the host, and others to `root`. `venues`: by id. `hostOf`: what
 * the client asked for.
 */
export function venueRouter(
  venues: () => ReadonlyMap<string, ServedVenue>,
  root: RequestListener,
  hostOf: (request: IncomingMessage) => string | null,
): RequestListener {
  return (request: Request, response) => {
    const { url = '' } = request;
    const [, id = '', rest = '/'] = TARGET.exec(url) ?? [];
    const named = venues().get(id);
    if (named?.host === null) {
      request.originalUrl = url;
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      return named.listener(request, response);
    }
    const host = hostOf(request);
    const hosted = [...venues().values()].find((venue) => venue.host !== null && venue.host === host);
    return (hosted?.listener ?? root)(request, response);
  };
}
