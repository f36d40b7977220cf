import { afterEach, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../mail/smtp-server.fixture.ts';
import { people } from './people-under-test.fixture.ts';

const NOW = Date.now() * 1000;
const current = people();
const servers: TestMailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A request of somebody for 5,000 requests a day, and the settings of a mail server. */
async function asked(email: string, byte: number) {
  const server = await startMailServer();
  servers.push(server);
  const { store } = current();
  const { id: account } = await store.signIn(email, NOW);
  const secret = { hash: new Uint8Array(32).fill(byte), prefix: `hc_${byte}`, createdAt: NOW, quota: 1000 };
  const key = await store.addKey(
    { ...secret, account, name: 'hall', expiresAt: null },
    { most: 9, since: NOW },
  );
  if (typeof key === 'string') throw new Error(key);
  const request = await store.addQuotaRequest({
    key: key.id,
    account,
    quota: 5000,
    reason: 'a map',
    at: NOW,
  });
  if (typeof request === 'string') throw new Error(request);
  const mail = [
    '--smtp',
    server.url,
    '--mail-from',
    'queue@example.edu',
    '--public-url',
    'https://queue.example.edu',
  ];
  return { server, mail, id: String(request.id) };
}

it('a request that is granted or refused is mailed to its owner, with the answer', async () => {
  const ada = await asked('ada@example.edu', 1);
  const granted = await current().run(
    'requests',
    'grant',
    ada.id,
    '--quota',
    '3000',
    '--answer',
    'Fine.',
    ...ada.mail,
  );
  expect(granted).toMatchObject({ code: 0, stderr: '' });
  expect(granted.stdout).toContain('The decision was mailed to ada@example.edu.');
  const [mail] = ada.server.mails;
  expect(mail).toMatchObject({ to: ['ada@example.edu'], from: 'queue@example.edu' });
  expect(mail?.head).toContain('Subject: Your request for a higher quota was granted');
  expect(mail?.text).toContain('You asked for 5,000 requests a day for your key “hall”.');
  expect(mail?.text).toContain('granted 3,000');
  expect(mail?.text).toContain('Fine.');
  expect(mail?.text).toContain('https://queue.example.edu/account');

  const bo = await asked('bo@example.edu', 2);
  const refused = await current().run('requests', 'refuse', bo.id, '--json', ...bo.mail);
  expect(JSON.parse(refused.stdout)).toMatchObject({ state: 'refused', isMailed: true });
  expect(bo.server.mails).toMatchObject([
    { to: ['bo@example.edu'], text: expect.stringContaining('refused') },
  ]);
});

it('a decision holds if the mail cannot be sent, and the operator learns of it', async () => {
  const { server, mail, id } = await asked('cy@example.edu', 3);
  await server.close();
  servers.pop();
  const { code, stdout, stderr } = await current().run('requests', 'grant', id, ...mail);
  expect(code).toBe(0);
  expect(stdout).toContain('was granted');
  expect(stderr).toMatch(
    /the decision could not be mailed to cy@example\.edu: .*connection refused.*ESOCKET/,
  );
});

it('nothing is decided if a setting of the mail is missing, and nothing is mailed without a server', async () => {
  const { mail, id } = await asked('di@example.edu', 4);
  const incomplete = await current().run('requests', 'grant', id, ...mail.slice(0, 2));
  expect(incomplete.code).not.toBe(0);
  expect(incomplete.stderr).toContain('--mail-from');
  expect(await current().store.quotaRequests({ open: true })).toHaveLength(1);
  const { stdout } = await current().run('requests', 'grant', id, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ state: 'granted', isMailed: false });
});
