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
 * Gives each request to its venue, by the host or the first part of the path, and others to `root`. `venues`: by id. `hostOf`: what the
 * client asked for.
 */
export function venueRouter(
  venues: () => ReadonlyMap<string, ServedVenue>,
  root: RequestListener,
  hostOf: (request: IncomingMessage) => string | null,
): RequestListener {
  return (request: Request, response) => {
    const host = hostOf(request);
    const hosted =
      host === null
        ? undefined
        : venues()
            .values()
            .find((venue) => venue.host === host);
    if (hosted !== undefined) return hosted.listener(request, response);
    const { url = '' } = request;
    const [, id = '', rest = '/'] = TARGET.exec(url) ?? [];
    const named = venues().get(id);
    if (named?.host !== null) return root(request, response);
    request.originalUrl = url;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    return named.listener(request, response);
  };
}
