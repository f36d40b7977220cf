/** A client on plain sockets that sends anything, and reads what comes back byte by byte. */
import { connect } from 'node:net';
import type { Conversation } from './message.fixture.ts';
import { type Reading, readResponses } from './read-responses.fixture.ts';

/** `complete`: every request has its response. `closed`: the service closed the connection. `hung`: neither in time. */
export interface Outcome extends Reading {
  readonly end: 'complete' | 'closed' | 'hung';
}

/** Milliseconds within which the service must respond to everything or close the connection. */
const LIMIT = 10_000;

/** Milliseconds of silence after which a client whose bytes may be incomplete ends its side. */
const SILENCE = 25;

/** Writes a conversation to a connection of its own. */
export function exchange(port: number, { bytes, messages }: Conversation): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const methods = messages?.map(({ method }) => method) ?? null;
    const chunks: Buffer[] = [];
    let silence: NodeJS.Timeout | undefined;
    let isEnded = false;

    const read = (isClosed: boolean) => readResponses(Buffer.concat(chunks), methods, isClosed);
    const finish = (end: Outcome['end']) => {
      clearTimeout(limit);
      clearTimeout(silence);
      socket.destroy();
      // The service may cut the response to a client that has ended its side.
      resolve({ ...read(end === 'closed' && !isEnded), end });
    };
    const limit = setTimeout(() => finish('hung'), LIMIT);
    const awaitSilence = () => {
      if (messages !== null) return;
      clearTimeout(silence);
      silence = setTimeout(() => {
        isEnded = true;
        socket.end();
      }, SILENCE);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (messages === null) awaitSilence();
      else if (read(false).responses.length === messages.length) finish('complete');
    });
    socket.once('end', () => finish('closed'));
    // A service that closes while the client still writes resets the connection.
    socket.once('error', () => finish('closed'));
    socket.write(Buffer.from(bytes, 'latin1'), awaitSilence);
  });
}
