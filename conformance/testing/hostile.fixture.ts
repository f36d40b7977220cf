import type { RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { KEY } from '../reference/options.ts';
import { listenerOf } from '../reference/serve.ts';
import { createReference } from '../reference/service.ts';

/** A conforming service that a hostile one can fall back to. */
export const conforming: RequestListener = listenerOf(createReference({ count: 60, days: 20 }));

/** A text with everything that could act on a terminal, a build log, a page or a table. */
export const POISON = [
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp.exe\u2066\u200f\u0000\u0008\u007f',
  '::error title=owned::owned',
  '::add-mask::a',
  '  ::stop-commands::x',
  '##[group]owned ##vso[task.setvariable]owned',
  '\r\u2028\u2029\u0085\u{e0001}\ufeff\ud800 ',
  '`|](http://owned.example) <script>owned()</script> ![x](http://owned.example/x.png) @owned ]]>',
].join('\n');

/** Sends a JSON body in place of the conforming response of one endpoint, to requests with the key. */
export function instead(endpoint: string, body: string | Buffer, headers: object = {}): RequestListener {
  return replacing(endpoint, (response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body),
  );
}

/** Takes over the requests with the key to one endpoint, or as many of the first as `times` says. */
export function replacing(
  endpoint: string,
  takeOver: (response: ServerResponse) => void,
  times = Number.POSITIVE_INFINITY,
): RequestListener {
  let count = 0;
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const isMeant = pathname === `/api/v1/${endpoint}` && request.headers.authorization === `Token ${KEY}`;
    if (isMeant) count += 1;
    if (isMeant && count <= times) takeOver(response);
    else conforming(request, response);
  };
}

/** Arrays inside each other, so many that following them exhausts the stack. */
export const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** 64 MB of blanks that are 64 kB on the wire. */
export const bomb = (): Buffer => gzipSync(Buffer.alloc(64 * 1_048_576, ' '), { level: 9 });

/** Responds to every connection with the same bytes once a request arrives; `after` decides what happens then. */
export async function answeringRaw<Result>(
  bytes: string | Buffer,
  after: (socket: Socket) => void,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A hostile server does not care how its connections end
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(bytes);
      after(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await use(
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    );
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
