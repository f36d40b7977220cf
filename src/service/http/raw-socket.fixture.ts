import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** Starts servers on free ports, returns their URLs, and closes them after the tests of a file. */
export function listeningServers(): (server: Server) => Promise<string> {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });
  return async (server) => {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}

/** Connects to a service, for requests that no HTTP client sends. */
export function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends bytes, and returns everything that the service sends until it closes the connection. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<string> {
  const socket = await connected(url);
  socket.write(bytes);
  return everything(socket);
}

/** Returns everything that a socket receives until it is closed, or silent for so many milliseconds. */
export function everything(socket: Socket, silence?: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    if (silence !== undefined) socket.setTimeout(silence, () => resolve(text));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    // A service that closes while bytes are on their way resets the connection.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });
}

/** The one response in a text: its status, its fields by lower-case name, and its body. */
export function parsedResponse(text: string): {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(first.split(' ')[1]),
    fields: Object.fromEntries(fields),
    body: rest.join('\r\n\r\n'),
  };
}
