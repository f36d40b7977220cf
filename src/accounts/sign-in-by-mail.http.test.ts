import { expect, it } from 'vitest';
import { ADA, accountsForTests } from './accounts.fixture.ts';
import { openMailer } from './mail/open-mailer.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';
import { startMailServer, type TestMailServer } from './mail/smtp-server.fixture.ts';

const under = accountsForTests();

/** Accounts that mail over a server, and what they log. */
async function mailingOver(server: TestMailServer) {
  const { accountsOn, store } = await under();
  const lines: string[] = [];
  const write = (details: object, message: string) => void lines.push(JSON.stringify({ details, message }));
  const over = { server: parseSmtpAddress(server.url), from: 'queue@example.edu' };
  const { mailer, close } = await openMailer(over, { name: 'Queue', log: { info: write, warn: write } });
  return { ...accountsOn(store, mailer), close, lines };
}

it('somebody signs in with a link that came by mail, and gets a key', async () => {
  const server = await startMailServer();
  const { accounts, sessions, close, lines } = await mailingOver(server);
  await sessions.requestLink('Ada+queue@Example.edu');
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail?.to).toEqual([ADA]);
  const token = /^https:\/\/queue\.example\.edu\/account\/confirm\?token=(.+)$/m.exec(mail?.text ?? '')?.[1];
  const session = await sessions.begin(token ?? '');
  const { account = 0 } = (await sessions.find(session?.secret ?? '')) ?? {};
  expect((await accounts.createKey(account, 'bot')).key.email).toBe(ADA);
  await close(5000);
  await server.close();
  expect(lines).toEqual([]);
});

it('nobody notices that mail fails but the operator, who reads neither address nor link', async () => {
  const server = await startMailServer({
    onData(stream, _session, done) {
      // As some filters of mail do, it quotes what it doesn't like.
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        done(Object.assign(new Error(`${ADA} ${Buffer.concat(chunks)}`), { responseCode: 554 })),
      );
    },
  });
  const { sessions, close, lines } = await mailingOver(server);
  expect(await sessions.requestLink(ADA)).toEqual({ email: ADA, isMailed: true });
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    message: 'a mail could not be sent',
    details: { reason: expect.stringMatching(/^SMTP to \S+: EMESSAGE at DATA, reply 554$/) },
  });
  await close(0);
  await server.close();
});
