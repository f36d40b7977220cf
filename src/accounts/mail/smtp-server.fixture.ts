import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server gets it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly user: string | null;
  /** The fields of the header, with line ends `\n`. */
  readonly head: string;
  /** The body as its reader sees it. */
  readonly text: string;
}

export interface TestMailServer {
  readonly port: number;
  /** As in `--smtp`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** A mail server on loopback, without TLS and users unless `options` say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    // It would warn of its own certificate, which everybody has.
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user ?? null,
          ...readMail(Buffer.concat(chunks).toString('latin1').replaceAll('\r\n', '\n')),
        });
        done();
      });
    },
    ...options,
  });
  // Clients of some tests break the connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `${options.secure === true ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads a mail whose body is quoted-printable or plain. */
function readMail(raw: string): Pick<ReceivedMail, 'head' | 'text'> {
  const [head = '', body = ''] = raw.split(/\n\n(.*)/s);
  const bytes = /^content-transfer-encoding: quoted-printable$/im.test(head)
    ? body
        .replace(/=\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  return { head, text: Buffer.from(bytes, 'latin1').toString('utf8') };
}
