import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mail } from '../mails.ts';
import { openMailer } from './open-mailer.ts';
import { DeliveryError } from './outbox.ts';
import { parseSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { smtpDelivery } from './smtp-delivery.ts';
import { startMailServer, type TestMailServer } from './smtp-server.fixture.ts';

const FROM = { name: 'Queue Headcount', address: 'queue@example.edu' };
const LINK = `https://queue.example.edu/account/confirm?token=${'Abc-_123'.repeat(5)}xyz`;
const MAIL: Mail = {
  to: "o'neil_1@cs.example.edu",
  subject: 'Sign in to Queue Headcount',
  text: `Open this link within 15 minutes:\n\n${LINK}\n\n${'A line that is much longer than what a mail may have in one line. '.repeat(4)}\n`,
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function serverWith(options?: Parameters<typeof startMailServer>[0]): Promise<TestMailServer> {
  const server = await startMailServer(options);
  open.push(server);
  return server;
}

function deliveryTo(address: SmtpAddress | string, silentMs?: number) {
  const server = typeof address === 'string' ? parseSmtpAddress(address) : address;
  const delivery = smtpDelivery(server, FROM, silentMs);
  open.push(delivery);
  return delivery;
}

const never = new AbortController().signal;

describe('a mail over SMTP', () => {
  it('is plain text, and its link is whole', async () => {
    const server = await serverWith();
    await deliveryTo(server.url).deliver(MAIL, never);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: FROM.address, to: [MAIL.to] });
    const { head = '', text } = mail ?? {};
    expect(head).toMatch(/^From: Queue Headcount <queue@example.edu>$/m);
    expect(head).toMatch(/^To: o'neil_1@cs.example.edu$/m);
    expect(head).toMatch(/^Subject: Sign in to Queue Headcount$/m);
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(head).not.toMatch(/nodemailer|multipart|html/i);
    expect(text).toBe(MAIL.text);
  });

  it.each([
    'ada@example.edu\r\nBcc: eve@evil.example',
    'ada@example.edu,eve@evil.example',
    'ada@example.edu> SIZE=1',
    'ad\u00e4@example.edu',
  ])('to %j is never sent', async (to) => {
    const server = await serverWith();
    await expect(deliveryTo(server.url).deliver({ ...MAIL, to }, never)).rejects.toMatchObject({
      permanent: true,
    });
    expect(server.mails).toEqual([]);
  });

  it('is sent with TLS and as a user if the server wants that', async () => {
    const server = await serverWith({
      disabledCommands: [],
      authOptional: false,
      onAuth: ({ username, password }, _, done) =>
        password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong password')),
    });
    const withUser = (password: string) => server.url.replace('//', `//queue:${password}@`);
    const delivery = deliveryTo(withUser('p%40ss'));
    await delivery.verify();
    await delivery.deliver(MAIL, never);
    expect(server.mails).toMatchObject([{ secure: true, user: 'queue' }]);
    const wrong = deliveryTo(withUser('wrong'));
    await expect(wrong.deliver(MAIL, never)).rejects.toMatchObject({
      permanent: false,
      message: expect.stringMatching(/: user or password not accepted; .* \(EAUTH at AUTH, reply 535\)$/),
    });
    await expect(wrong.verify()).rejects.toThrow('user or password not accepted');
  });

  it('is sent to a server that begins with TLS', async () => {
    const server = await serverWith({ secure: true });
    await deliveryTo(server.url).deliver(MAIL, never);
    expect(server.mails).toMatchObject([{ secure: true }]);
  });
});

const CERTIFICATE = /: the certificate is not valid; .*\(ESOCKET /;

describe('off this machine', () => {
  it.each([
    ['a server without TLS', { disabledCommands: ['STARTTLS'] }, false, /: no STARTTLS, .*\(ETLS /],
    ['a server whose STARTTLS has an unknown certificate', { disabledCommands: [] }, false, CERTIFICATE],
    ['a server with TLS and an unknown certificate', { secure: true }, true, CERTIFICATE],
    [
      'a server that does not begin with TLS',
      {},
      true,
      /: the connection does not begin with TLS; use smtp:/,
    ],
  ])('%s gets neither a mail nor a password', async (_, options, secure, reason) => {
    const commands: string[] = [];
    const server = await serverWith({
      ...options,
      onAuth: (auth, _session, done) => {
        commands.push(`auth ${auth.username}`);
        done(null, { user: auth.username });
      },
      onMailFrom: (address, _session, done) => {
        commands.push(`from ${address.address}`);
        done();
      },
    });
    const auth = { user: 'queue', pass: 'secret' };
    const delivery = deliveryTo({ host: '127.0.0.1', port: server.port, secure, local: false, auth });
    await expect(delivery.deliver(MAIL, never)).rejects.toThrow(reason);
    expect({ commands, mails: server.mails }).toEqual({ commands: [], mails: [] });
  });
});

describe('a failed attempt', () => {
  it.each([
    [550, true],
    [552, true],
    [421, false],
    [451, false],
  ])('with the reply %i is permanent: %s, and quotes nothing', async (responseCode, permanent) => {
    const server = await serverWith({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () =>
          done(Object.assign(new Error(`spam: ${LINK} for ${MAIL.to}`), { responseCode })),
        );
      },
    });
    const error = await deliveryTo(server.url)
      .deliver(MAIL, never)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error).toMatchObject({
      permanent,
      message: `SMTP to 127.0.0.1:${server.port}: EMESSAGE at DATA, reply ${responseCode}`,
    });
  });

  it('is the last if the server is silent for long, because it may have the mail', async () => {
    const server = await listening((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('220 x\r\n');
    });
    const delivered = deliveryTo(`smtp://127.0.0.1:${server.port}`, 100).deliver(MAIL, never);
    await expect(delivered).rejects.toMatchObject({
      permanent: true,
      message: expect.stringMatching(/: the server took too long \(ETIMEDOUT at CONN\)$/),
    });
  });

  it('ends with its signal, also while it waits for a connection', async () => {
    const sockets: Socket[] = [];
    const server = await listening((socket) => void sockets.push(socket.on('error', () => {}).resume()));
    const { deliver } = deliveryTo(`smtp://127.0.0.1:${server.port}`);
    const attempt = new AbortController();
    const all = Promise.allSettled(Array.from({ length: 5 }, () => deliver(MAIL, attempt.signal)));
    await expect.poll(() => sockets.length).toBe(3);
    attempt.abort();
    expect((await all).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  });

  it.each([
    ['every connection', '554 no\r\n', false, /^SMTP to \S+: \w+ at CONN, reply 554$/],
    [
      'the recipient',
      '220 x\r\n250 x\r\n250 x\r\n550 no\r\n',
      true,
      /^SMTP to \S+: EENVELOPE at RCPT, reply 550$/,
    ],
  ])('because the server refuses %s', async (_, replies, permanent, message) => {
    const server = await listening((socket) => {
      socket.on('error', () => {});
      const lines = replies.split(/(?<=\n)/);
      socket.write(lines.shift() ?? '');
      socket.on('data', () => socket.write(lines.shift() ?? '421 x\r\n'));
    });
    await expect(deliveryTo(`smtp://127.0.0.1:${server.port}`).deliver(MAIL, never)).rejects.toMatchObject({
      permanent,
      message: expect.stringMatching(message),
    });
  });

  it('is temporary if no server listens, and says which one and what to check', async () => {
    const server = await serverWith();
    await server.close();
    const checks = 'connection refused; check host and port of --smtp, and that the server runs';
    await expect(deliveryTo(server.url).deliver(MAIL, never)).rejects.toMatchObject({
      permanent: false,
      message: `SMTP to 127.0.0.1:${server.port}: ${checks} (ESOCKET at CONN)`,
    });
  });
});

describe('the mailer of a service', () => {
  const logger = () => {
    const lines: string[] = [];
    const write = (details: object, message: string) =>
      void lines.push(`${message} ${JSON.stringify(details)}`);
    return { lines, log: { info: write, warn: write } };
  };

  it('sends what it has accepted before it closes', async () => {
    const server = await serverWith();
    const { log, lines } = logger();
    const { mailer, close } = await openMailer(
      { server: parseSmtpAddress(server.url), from: FROM.address },
      { name: FROM.name, log },
    );
    for (let n = 0; n < 20; n += 1) mailer.send({ ...MAIL, to: `ada${n}@example.edu` });
    await close(20_000);
    expect(server.mails.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => `ada${n}@example.edu`).sort(),
    );
    expect(lines).toEqual([]);
  });

  it('says at once that the server cannot be used', async () => {
    const server = await serverWith();
    await server.close();
    const { log, lines } = logger();
    const { close } = await openMailer(
      { server: parseSmtpAddress(server.url), from: FROM.address },
      { name: FROM.name, log },
    );
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatch(
      /^the mail server cannot be used.*127\.0\.0\.1:\d+: connection refused.*at CONN/,
    );
    await close(0);
  });

  it('writes mails to the log if that is set, in lines that end where links end', async () => {
    const { log, lines } = logger();
    const { mailer, close } = await openMailer({ server: 'log' }, { name: FROM.name, log });
    mailer.send(MAIL);
    await close(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`mail: ${MAIL.subject} {"to":"${MAIL.to}","text":["Open`);
    expect(lines[0]).toContain(`"${LINK}"`);
  });
});

async function listening(onConnection: (socket: Socket) => void): Promise<{ readonly port: number }> {
  const server: Server = createServer(onConnection);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => void server.close(resolve)) });
  return { port: (server.address() as AddressInfo).port };
}
