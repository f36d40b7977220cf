import { createServer, type ServerResponse } from 'node:http';
import type { Exchange } from '../requests/exchange.ts';

/** A server on the loopback interface that Dredd uses in place of the target. */
export interface Recorder {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Header that names the step of a request from Dredd. */
export const stepHeader = 'x-conformance-step';

/**
 * Starts the recorder. Each request of Dredd is sent by the gate's own client, on the same budget, and its response is both
 * evidence for the rules and what Dredd validates. Dredd itself never has the key.
 */
export async function startRecorder(
  fetchStep: (id: string) => Promise<Exchange | undefined>,
): Promise<Recorder> {
  const server = createServer((request, response) => {
    request.resume();
    fetchStep(String(request.headers[stepHeader] ?? ''))
      .then((exchange) => passOn(exchange, response))
      // Dredd reports a transaction without a response
      .catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends the response to Dredd. Throws if there is none. */
function passOn(exchange: Exchange | undefined, response: ServerResponse): void {
  const received = exchange?.response;
  if (received === undefined) throw new Error('no response');
  const type = received.headers['content-type'];
  // No server can send a final status below 200
  const status = received.status < 200 ? 500 : received.status;
  response.writeHead(status, type === undefined ? {} : { 'content-type': type });
  response.end(received.body);
}
