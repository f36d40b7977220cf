import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashApiKey, isApiKey } from '../../../service/keys/api-key.ts';
import { temporaryFiles } from '../../../service/store/sqlite/temporary-folder.fixture.ts';
import { people } from './people-under-test.fixture.ts';

const DATE_AND_TIME = /\d{4}-\d\d-\d\d \d\d:\d\d/.source;

describe('headcount keys', () => {
  const current = people();
  const newFile = temporaryFiles();

  it('issues a key, lists it without its secret, sets its quota and revokes it', async () => {
    const { run, store } = current();
    const issued = await run('keys', 'issue', '--email', 'Ada@Example.edu', '--name', ' Lobby  display ');
    const secret = issued.stdout.trim();
    expect([issued.code, isApiKey(secret), issued.stdout]).toEqual([0, true, `${secret}\n`]);
    expect(issued.stderr).toMatch(
      new RegExp(`^Key 1 for ada@example\\.edu, 1000 requests a day, issued ${DATE_AND_TIME}:\n$`, 'i'),
    );
    const quota = await run('keys', 'quota', '1', '5000');
    expect(quota.stdout).toMatch(/^Key 1 of .* may make 5000 requests a day\.\n$/);
    const list = await run('keys', 'list');
    const [zone, heads, row, below] = list.stdout.split('\n');
    expect(zone).toBe('Times are in America/Los_Angeles.');
    expect(heads).toMatch(/^ID +KEY +STATE +QUOTA +TODAY +LAST USE +EXPIRES$/);
    expect(row).toMatch(new RegExp(`^1 +${secret.slice(0, 9)}… +active +5000 +0 +never$`));
    expect(below).toMatch(new RegExp(`^ {4}Lobby display, ada@example\\.edu, issued ${DATE_AND_TIME}$`, 'i'));
    expect(list.stdout).not.toContain(secret);
    const revoked = await run('keys', 'revoke', '1');
    expect(revoked.stdout).toMatch(new RegExp(`^Key 1 of .* was revoked at ${DATE_AND_TIME}\\.\n$`));
    expect((await run('keys', 'list')).stdout).toMatch(/ revoked /);
    expect(await store.findKey(hashApiKey(secret))).toMatchObject({
      id: 1,
      quota: 5000,
      name: 'Lobby display',
      revokedAt: expect.any(Number),
    });
  });

  it('changes neither quota nor expiry of a revoked key, and raises the quota of an expired one', async () => {
    const { json, run, store } = current();
    const { id } = (await json('keys', 'issue', '--email', 'rae@example.edu')) as { id: number };
    await store.setExpiry(id, Date.now() * 1000, Date.now() * 1000, { actor: 'operator', account: null });
    expect(await json('keys', 'quota', `${id}`, '2000')).toMatchObject({ state: 'expired', quota: 2000 });
    await run('keys', 'revoke', `${id}`);
    for (const [command, value] of [
      ['quota', '0'],
      ['expire', '30d'],
    ] as const) {
      expect(await run('keys', command, `${id}`, value)).toEqual({
        code: 1,
        stdout: '',
        stderr: `headcount: key ${id} is revoked; issue another one with \`headcount keys issue\`\n`,
      });
    }
    const listed = (await json('keys', 'list')) as { keys: { id: number }[] };
    expect(listed.keys.find((key) => key.id === id)).toMatchObject({ quota: 2000 });
  });

  it('issues a key for some venues, which stay when its secret is replaced', async () => {
    const { json, run } = current();
    const venues = newFile('venues.yaml');
    writeFileSync(venues, 'hall:\ncafe:\nbar:\n');
    const issue = ['keys', 'issue', '--email', 'val@example.edu', '--venues', venues];
    const places = ['--venue', 'hall', '--venue', 'cafe', '--venue', 'hall'];
    const issued = await json(...issue, ...places);
    expect(issued).toMatchObject({ venues: ['hall', 'cafe'] });
    const { id } = issued as { id: number };
    expect(await json('keys', 'replace', `${id}`)).toMatchObject({ id, venues: ['hall', 'cafe'] });
    expect((await run(...issue, ...places)).stderr).toMatch(/, issued \S+ \S+, for hall, cafe:\n$/);
    expect((await run('keys', 'list')).stdout).toMatch(
      /val@example.edu, issued \S+ \S+, works at hall, cafe\n/,
    );
    expect(await json('accounts', 'export', 'val@example.edu')).toMatchObject({
      keys: [{ venues: ['hall', 'cafe'] }, { venues: ['hall', 'cafe'] }],
    });
    const unknown = await run(...issue, '--venue', 'hall', '--venue', 'haal');
    expect([unknown.code, unknown.stderr.split('\n')[0]]).toEqual([
      2,
      'error: --venue: there is no venue "haal"; the venues are hall, cafe, bar',
    ]);
    const without = await run(...issue.slice(0, 4), '--venue', 'hall');
    expect([without.code, without.stderr.split('\n')[0]]).toEqual([
      2,
      'error: --venues (HEADCOUNT_VENUES): --venue needs the file that lists the venues',
    ]);
  });

  it('shows use: today, and when it was last', async () => {
    const { json, store } = current();
    const { id } = (await json('keys', 'issue', '--email', 'eve@example.edu')) as { id: number };
    const keys = async () => ((await json('keys', 'list')) as { keys: { id: number }[] }).keys;
    const find = async () => (await keys()).find((key) => key.id === id);
    expect(await find()).toMatchObject({ usedToday: 0, lastUsedAt: null });
    const now = Temporal.Now.zonedDateTimeISO('America/Los_Angeles');
    await store.consumeQuota([{ key: id, day: now.toPlainDate().toString(), quota: 1000, count: 3 }]);
    expect(await find()).toMatchObject({ usedToday: 3, lastUsedAt: expect.stringMatching(/-0[78]:00$/) });
  });

  it('replaces a secret, which ends the old one', async () => {
    const { run, store } = current();
    const issued = await run('keys', 'issue', '--email', 'bob@example.edu', '--quota', '7');
    const first = issued.stdout.trim();
    const id = /Key (\d+)/.exec(issued.stderr)?.[1] as string;
    const before = await store.findKey(hashApiKey(first));
    const replaced = await run('keys', 'replace', id);
    const second = replaced.stdout.trim();
    expect([replaced.code, isApiKey(second), second === first]).toEqual([0, true, false]);
    expect(replaced.stderr).toBe(
      `Key ${id} of bob@example.edu has a new secret; the one before no longer works:\n`,
    );
    expect(await store.findKey(hashApiKey(first))).toBeNull();
    expect(await store.findKey(hashApiKey(second))).toEqual({ ...before, prefix: second.slice(0, 9) });
    await run('keys', 'revoke', id);
    expect(await run('keys', 'replace', id)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`key ${id} is revoked; issue another one`),
    });
  });

  it('sets when a key expires, and its name, which no other active key of the account has', async () => {
    const { json, run } = current();
    const email = ['--email', 'carol@example.edu'];
    const issued = await json('keys', 'issue', ...email, '--name', 'one', '--expires', '2099-06-30');
    expect(issued).toMatchObject({ name: 'one', expiresAt: '2099-07-01T00:00:00-07:00', state: 'active' });
    const { id } = issued as { id: number };
    expect(await run('keys', 'issue', ...email, '--name', 'one')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'headcount: the account already has an active key with the name "one"\n',
    });
    const { id: other } = (await json('keys', 'issue', ...email, '--name', 'two')) as { id: number };
    expect((await run('keys', 'rename', `${other}`, 'one')).stderr).toContain(
      'another active key with this name',
    );
    expect(await json('keys', 'rename', `${other}`, 'three')).toMatchObject({ id: other, name: 'three' });
    expect(await json('keys', 'expire', `${id}`, 'never')).toMatchObject({ expiresAt: null });
    const expire = await run('keys', 'expire', `${id}`, '90d');
    expect(expire.stdout).toMatch(
      new RegExp(`^Key ${id} of carol@example\\.edu expires at ${DATE_AND_TIME}\\.\n$`),
    );
    expect(await run('keys', 'expire', `${id}`, '2020-01-01')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('`headcount keys revoke`'),
    });
  });

  it('issues keys for eligible and listed domains only, unless forced', async () => {
    const { json, run, store } = current();
    const issue = (email: string, ...more: readonly string[]) =>
      run('keys', 'issue', '--email', email, ...more);
    const rejected = await issue('ada@example.com');
    expect([rejected.code, rejected.stdout]).toEqual([1, '']);
    for (const word of ['--email', 'example.com', '--eligible-domains', '--force'])
      expect(rejected.stderr).toContain(word);
    const none = await issue('ada');
    const rule = 'is not an e-mail address of at most 254 printable characters';
    expect([none.code, none.stderr]).toEqual([1, `headcount: --email: "ada" ${rule}\n`]);
    const listed = ['--eligible-domains', 'school.org,uni-x.de'];
    const denied = await issue('ada@alumni.uni-x.de', ...listed, '--denied-domains', 'alumni.uni-x.de');
    expect([denied.code, denied.stdout]).toEqual([1, '']);
    expect(denied.stderr).toContain('alumni.uni-x.de is not an eligible');
    expect((await issue('ada@example.com', '--force')).code).toBe(0);
    expect((await issue('ada@mail.uni-x.de', ...listed)).code).toBe(0);
    expect((await store.listKeys()).slice(-2).map(({ email }) => email)).toEqual([
      'ada@example.com',
      'ada@mail.uni-x.de',
    ]);
    expect(await json('keys', 'issue', '--email', 'ada@tum.de')).toMatchObject({ email: 'ada@tum.de' });
  });

  it('issues no key for an address that a terminal would interpret, or without end, even if forced', async () => {
    for (const email of [
      'a\u001b[2Jda@example.edu',
      'a\u009bda@example.edu',
      `${'a'.repeat(5000)}@example.edu`,
    ]) {
      const issued = await current().run('keys', 'issue', '--force', '--email', email);
      expect([issued.code, issued.stdout]).toEqual([1, '']);
      expect(issued.stderr).toMatch(/^headcount: --email: [^\p{C}]{1,150}\n$/u);
    }
  });

  it.each([
    [['revoke', '777'], 1, 'there is no key 777'],
    [['replace', '777'], 1, 'there is no key 777'],
    [['expire', '777', '1d'], 1, 'there is no key 777'],
    [['rename', '777', 'x'], 1, 'there is no key 777'],
    [['quota', '1', 'many'], 2, "error: <requests> cannot be 'many'. It must be a whole number"],
    [['revoke', "'x'\ny"], 2, "error: <id> cannot be ''x'\ny'. It must be a whole number from 1"],
    [['expire', '1', 'soon'], 2, 'a date such as 2027-06-30, a number of days such as 90d, or never'],
    [['rename', '1', ' '], 2, 'Give the key a name'],
    [['issue', '--email', 'ada@tum.de', '--name', 'x'.repeat(41)], 2, '40 characters at most'],
    [['issue'], 2, '--email'],
  ] as const)('%j exits with code %i and says why', async (args, code, reason) => {
    const result = await current().run('keys', ...args);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(reason);
  });
});
