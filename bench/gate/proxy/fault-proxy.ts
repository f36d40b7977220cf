import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Fault } from '../../../conformance/reference/faults/fault.ts';
import type { HttpRequest, HttpResponse } from '../../../conformance/reference/options.ts';
import { deploymentAt } from './deployment.ts';
import { faulty } from './faulty.ts';

/** A running proxy; counts its requests, and the responses in which the fault had a part. */
export type FaultProxy = {
  readonly url: string;
  readonly counts: { readonly requests: number; readonly changed: number };
  readonly close: () => Promise<void>;
};

/**
 * Serves a deployment on 127.0.0.1 with a fault in front of it; port 0 is any free one. Links to the deployment's API lead to the
 * proxy. A fault that fails on what the deployment returns gets 502 with the reason.
 */
export async function startFaultProxy(
  fault: Fault,
  upstream: { readonly url: string; readonly key: string },
  port = 0,
): Promise<FaultProxy> {
  const counts = { requests: 0, changed: 0 };
  const deployment = deploymentAt(upstream.url, upstream.key);
  const base = upstream.url.replace(/\/+$/, '');
  const respond = faulty(fault, {
    ...deployment,
    send: async (request) => relinked(await deployment.send(request), base, ownBase(request)),
  });
  const server = createServer((incoming, outgoing) => {
    counts.requests += 1;
    respond(requestOf(incoming))
      .then(({ response, changed }) => {
        if (changed) counts.changed += 1;
        send(response, incoming, outgoing);
      })
      .catch((error: unknown) => {
        const body = `The fault proxy failed: ${String(error)}\n`;
        send({ status: 502, headers: { 'content-type': 'text/plain' }, body }, incoming, outgoing);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ownBase = (request: HttpRequest): string => `http://${request.headers['host'] ?? '127.0.0.1'}`;

function requestOf(incoming: IncomingMessage): HttpRequest {
  incoming.resume();
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: Object.fromEntries(headers),
  };
}

/** The response with links to the proxy instead of the deployment's API, also where JSON escapes slashes. */
function relinked(response: HttpResponse, from: string, to: string): HttpResponse {
  const escaped = (text: string) => text.replaceAll('/', '\\/');
  const [old, own] = [`${from}/api/v1/`, `${to}/api/v1/`];
  const location = response.headers['location'];
  return {
    ...response,
    headers:
      location === undefined
        ? response.headers
        : { ...response.headers, location: location.replace(old, own) },
    body: response.body.replaceAll(old, own).replaceAll(escaped(old), escaped(own)),
  };
}

function send(
  { status, headers, body }: HttpResponse,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const bytes = Buffer.from(body);
  outgoing.sendDate = false;
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length });
  outgoing.end(method === 'HEAD' ? undefined : bytes);
}
