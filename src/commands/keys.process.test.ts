import { describe, expect, it } from 'vitest';
import { hashApiKey, isApiKey } from '../keys/api-key.ts';
import { openStore } from '../store/open-store.ts';
import { programUnderTest } from './program.fixture.ts';

const program = programUnderTest();

async function emptyDatabase(name: string): Promise<string> {
  const file = program.path(`${name}.sqlite`);
  await (await openStore({ engine: 'sqlite', file }, { create: true })).close();
  return `sqlite:${file}`;
}

describe('headcount keys', { timeout: 60_000 }, () => {
  it('issues a key, lists it without its secret, sets its quota and revokes it', async () => {
    const database = await emptyDatabase('life');
    const keys = (...args: readonly string[]) =>
      program.run(['keys', ...args, '--database', database, '--time-zone', 'America/Los_Angeles']);
    const issued = await keys('issue', '--email', 'Ada@Example.edu');
    const key = issued.stdout.trim();
    expect([issued.code, isApiKey(key), issued.stdout]).toEqual([0, true, `${key}\n`]);
    expect(issued.stderr).toMatch(/^Key 1 for .*, 1000 requests a day, issued \d{4}-\d\d-\d\dT.*:\n$/i);

    const quota = await keys('quota', '1', '5000');
    expect(quota.stdout).toMatch(/^Key 1 of .* may make 5000 requests a day\.\n$/);
    const revoked = await keys('revoke', '1');
    expect(revoked.stdout).toMatch(/^Key 1 of .* was revoked at \d{4}-/);
    const { stdout } = await keys('list');
    const [header, row] = stdout.split('\n');
    expect(header).toMatch(/^ID\s+KEY\s+OWNER\s+QUOTA\s+USED TODAY\s+ISSUED\s+REVOKED$/);
    expect(row).toMatch(new RegExp(`^1 +${key.slice(0, 9)}… +ada@example\\.edu +5000 +0 +\\S+ +\\S+$`, 'i'));
    expect(stdout).not.toContain(key);

    const store = await openStore({ engine: 'sqlite', file: database.slice(7) }, { create: false });
    expect(await store.findKey(hashApiKey(key))).toMatchObject({
      key: { id: 1, quota: 5000, revokedAt: expect.any(Number) },
    });
    await store.close();
  });

  it('issues keys for eligible and listed domains only, unless forced', async () => {
    const database = await emptyDatabase('domains');
    const issue = (email: string, ...more: readonly string[]) =>
      program.run(['keys', 'issue', '--database', database, '--email', email, ...more]);
    const rejected = await issue('ada@example.com');
    expect([rejected.code, rejected.stdout]).toEqual([1, '']);
    for (const word of ['--email', 'example.com', '--eligible-domains', '--force'])
      expect(rejected.stderr).toContain(word);
    const none = await issue('ada');
    const rule = 'is not an e-mail address of at most 254 printable characters';
    expect([none.code, none.stderr]).toEqual([1, `headcount: --email: "ada" ${rule}\n`]);
    expect((await issue('ada@example.com', '--force')).code).toBe(0);
    expect(
      (await issue('ada@mail.uni-x.de', '--eligible-domains', 'school.org,uni-x.de', '--quota', '5')).code,
    ).toBe(0);
    const store = await openStore({ engine: 'sqlite', file: database.slice(7) }, { create: false });
    expect((await store.listKeys()).map(({ email, quota }) => [email, quota])).toEqual([
      ['ada@example.com', 1000],
      ['ada@mail.uni-x.de', 5],
    ]);
    await store.close();
  });

  it('issues no key for an address that a terminal would interpret, or without end, even if forced', async () => {
    const database = await emptyDatabase('hostile');
    for (const email of [
      'a\u001b[2Jda@example.edu',
      'a\u009bda@example.edu',
      `${'a'.repeat(5000)}@example.edu`,
    ]) {
      const issued = await program.run([
        'keys',
        'issue',
        '--force',
        '--database',
        database,
        '--email',
        email,
      ]);
      expect([issued.code, issued.stdout]).toEqual([1, '']);
      expect(issued.stderr).toMatch(/^headcount: --email: [^\p{C}]{1,150}\n$/u);
    }
  });

  it('lists addresses of an older database without what a terminal would interpret', async () => {
    const database = await emptyDatabase('older');
    const store = await openStore({ engine: 'sqlite', file: database.slice(7) }, { create: false });
    const key = { hash: new Uint8Array(32), prefix: 'hc_abcdef', createdAt: 0, quota: 1 };
    await store.issueKey({ ...key, email: 'a\u001b[2J\u202e@example.edu' });
    await store.close();
    const { stdout } = await program.run(['keys', 'list', '--database', database]);
    expect(stdout).toContain('a\\u{1b}[2j\\u{202e}@example.edu');
    expect(stdout).not.toMatch(/(?!\n)\p{C}/u);
  });

  it.each([
    [['revoke', '7'], 1, 'there is no key 7'],
    [['quota', '1', 'many'], 2, 'whole number'],
    [['issue'], 2, '--email'],
  ] as const)('%j exits with code %i and says why', async (args, code, reason) => {
    const database = await emptyDatabase(`bad-${args.join('-')}`);
    const result = await program.run(['keys', ...args, '--database', database]);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(reason);
  });

  it('does not create a missing database', async () => {
    const { code, stderr } = await program.run(['keys', 'list', '--database', 'sqlite:none.sqlite']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^headcount: --database .*: the database .*none\.sqlite does not exist.*\n$/),
    ]);
  });
});
