import type { HttpRequest, HttpResponse } from '../../../conformance/reference/options.ts';

/** A deployment behind the proxy. */
export type Deployment = {
  /** A valid key. */
  readonly key: string;
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  /** The local date of the deployment, from its chart without parameters; costs a request a minute. */
  readonly today: () => Promise<string>;
};

/** What belongs to a connection, to the coding of a body, or to caches, and isn't passed on. */
const REQUEST_HEADERS =
  /^(host|connection|keep-alive|transfer-encoding|content-length|accept-encoding|upgrade|expect|if-.*)$/;
const RESPONSE_HEADERS = /^(connection|keep-alive|transfer-encoding|content-length|content-encoding)$/;

/** A deployment at a base URL, without `/api/v1`. Bodies of requests are not passed on. */
export function deploymentAt(url: string, key: string): Deployment {
  const base = url.replace(/\/+$/, '');
  let known = { date: '', until: 0 };

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const query = String(request.query);
    const headers = Object.entries(request.headers).filter(([name]) => !REQUEST_HEADERS.test(name));
    const response = await fetch(`${base}${request.path}${query === '' ? '' : `?${query}`}`, {
      method: request.method,
      headers: Object.fromEntries(headers),
      redirect: 'manual',
    });
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !RESPONSE_HEADERS.test(name))),
      // Unlike `response.text()`, this keeps a byte order mark.
      body: Buffer.from(await response.arrayBuffer()).toString('utf8'),
    };
  }

  async function today(): Promise<string> {
    if (performance.now() < known.until) return known.date;
    const headers = { authorization: `Token ${key}` };
    const path = '/api/v1/chart';
    const response = await send({ method: 'GET', path, query: new URLSearchParams(), headers });
    const date = dayShown(response);
    known = { date, until: performance.now() + 60_000 };
    return date;
  }

  return { key, send, today };
}

function dayShown({ status, body }: HttpResponse): string {
  if (status !== 200) throw new Error(`The chart of today has status ${status}.`);
  const { open_window: open, line, scatter } = JSON.parse(body);
  const stamp: unknown = open?.start ?? line?.[0]?.t ?? scatter?.[0]?.t;
  if (typeof stamp !== 'string') throw new Error('The chart of today shows no time.');
  return stamp.slice(0, 10);
}
