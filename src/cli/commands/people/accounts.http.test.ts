import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../service/keys/token.ts';
import { openStore } from '../../../service/store/open-store.ts';
import { temporaryFiles } from '../../../service/store/sqlite/temporary-folder.fixture.ts';
import type { Store } from '../../../service/store/store.ts';
import { noteServed } from '../../composition/served-venues.ts';
import { people } from './people-under-test.fixture.ts';

const NOW = Date.now() * 1000;
const HOUR = 3_600_000_000;
const current = people();
const newFile = temporaryFiles();

/** A report whose photo somebody likes. */
const LIKED = {
  createdAt: NOW,
  bucket: '1-5',
  latitude: null,
  longitude: null,
  line: 1,
  photo: { file: 'a.jpg', caption: '', expiresAt: NOW, likes: ['fan@example.edu'] },
} as const;

/** An account with a key and a session. */
async function withAccount(email: string): Promise<{ id: number; key: number }> {
  const { store } = current();
  const { id } = await store.signIn(email, NOW);
  const secret = { hash: sha256(email), prefix: 'hc_abcdef' };
  const key = await store.addKey(
    { ...secret, account: id, createdAt: NOW, quota: 1000, name: 'display', expiresAt: null },
    { most: 2, since: NOW },
  );
  if (typeof key === 'string') throw new Error(key);
  const session = { hash: sha256(`${email} session`), createdAt: NOW, expiresAt: NOW + HOUR };
  await store.addSession({ ...session, account: id });
  return { id, key: key.id };
}

describe('headcount accounts', () => {
  it('lists accounts, except accounts that have only liked photos', async () => {
    const { run, store } = current();
    await store.addReports([[LIKED]]);
    const { id } = await withAccount('list@example.edu');
    const { stdout } = await run('accounts', 'list');
    expect(stdout).toMatch(/^Times are in America\/Los_Angeles\.\nID +OWNER +ACTIVE KEYS +CREATED\n/);
    expect(stdout).toMatch(
      new RegExp(`^${id} +list@example\\.edu +1 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`, 'm'),
    );
    expect(stdout).not.toContain('fan@');
    expect((await run('accounts', 'list', '--all')).stdout).toMatch(/^\d+ +fan@example\.edu +0$/m);
  });

  it('shows an account by its id or address, with keys and events', async () => {
    const { json, run } = current();
    const { id, key } = await withAccount('show@example.edu');
    const shown = await json('accounts', 'show', 'Show@Example.edu');
    expect(await json('accounts', 'show', `${id}`)).toEqual(shown);
    expect(shown).toMatchObject({
      account: { id, email: 'show@example.edu', likes: 0 },
      keys: [{ id: key, name: 'display', state: 'active', usedToday: 0, lastUsedAt: null }],
      events: expect.arrayContaining([
        expect.objectContaining({ action: 'key.created', actor: 'owner', account: id, key }),
      ]),
    });
    const { stdout } = await run('accounts', 'show', `${id}`);
    const titles = ['Keys', 'Newest events'];
    expect(stdout.split('\n\n').map((section) => section.split('\n', 1)[0])).toEqual([
      expect.stringMatching(/^Account \d+ of show@example\.edu, created \S+ \S+\. Likes 0 photos\.$/),
      ...titles,
    ]);
    expect(stdout.match(/show@example\.edu/g)).toHaveLength(1);
    for (const text of ['display', 'key.created']) expect(stdout).toContain(text);
  });

  it('exports what is stored about an account, and records that', async () => {
    const { json, run } = current();
    const { id, key } = await withAccount('export@example.edu');
    const { code, stdout } = await run('accounts', 'export', `${id}`);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        account: { id, email: 'export@example.edu' },
        keys: [{ id: key, quota: 1000 }],
      },
    ]);
    expect(await json('audit', '--account', `${id}`, '--limit', '1')).toMatchObject({
      events: [{ action: 'account.exported', actor: 'operator' }],
    });
  });

  it('ends the sessions of an account', async () => {
    const { run, store } = current();
    const { id } = await withAccount('session@example.edu');
    const session = sha256('session@example.edu session');
    expect(await store.findSession(session, NOW)).toMatchObject({ account: id });
    expect((await run('accounts', 'sign-out', `${id}`)).stdout).toBe(`Ended 1 session of account ${id}.\n`);
    expect(await store.findSession(session, NOW)).toBeNull();
  });

  it('deletes an account only with --yes, and then blocks its address until midnight', async () => {
    const { run, store, json } = current();
    const { id, key } = await withAccount('delete@example.edu');
    const asked = await run('accounts', 'delete', 'delete@example.edu');
    expect(asked).toMatchObject({ code: 1, stdout: '' });
    expect(asked.stderr).toMatch(/delete@example\.edu would be deleted \(active keys: 1, .*--yes/);
    expect(await store.account(id)).not.toBeNull();
    const deleted = await run('accounts', 'delete', 'delete@example.edu', '--yes');
    expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining(`Account ${id} was deleted`) });
    expect(await store.account(id)).toBeNull();
    expect(await store.findSession(sha256('delete@example.edu session'), NOW)).toBeNull();
    expect(await store.isSignInBlocked(sha256('delete@example.edu'), NOW)).toBe(true);
    const { keys } = (await json('keys', 'list')) as { keys: { id: number }[] };
    expect(keys.find((one) => one.id === key)).toMatchObject({ state: 'revoked', email: `deleted-${id}` });
    expect((await run('accounts', 'show', `${id}`)).stderr).toContain(`there is no account ${id}`);
    expect(await json('audit', '--account', `${id}`, '--limit', '2')).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ action: 'account.deleted', actor: 'operator' }),
      ]),
    });
  });
  it('names the venue of a like, and deletes likes at all venues, even of an address without an account', async () => {
    const { run, store, json } = current();
    const venues = newFile('venues.yaml');
    const names = ['hall', 'cafe', 'bar'];
    const [hall, cafe, bar] = names.map((name) => newFile(`${name}.sqlite`));
    // The bar has not been served yet.
    writeFileSync(
      venues,
      names.map((id, n) => `${id}: {database: 'sqlite:${[hall, cafe, bar][n]}'}\n`).join(''),
    );
    const at = async <T>(file: string | undefined, work: (store: Store) => Promise<T>) => {
      const venue = await openStore({ engine: 'sqlite', file: file ?? '' }, { create: true });
      return work(venue).finally(() => venue.close());
    };
    const like = (file: string | undefined, ...likes: readonly string[]) =>
      at(file, (venue) => venue.addReports([[{ ...LIKED, id: 7, photo: { ...LIKED.photo, likes } }]]));
    const likesAt = (file: string | undefined, email: string) =>
      at(file, async (venue) => {
        const account = await venue.findAccount(email);
        return account === null ? [] : venue.likesOf(account.id);
      });
    const [known, fan] = ['known@example.edu', 'imported@example.edu'];
    await like(hall, fan);
    await like(cafe, fan, known);
    const { id } = await withAccount(known);
    const all = ['--venues', venues];
    expect(await json('accounts', 'show', known, ...all)).toMatchObject({ account: { likes: 1 } });
    expect(await json('accounts', 'export', known, ...all)).toMatchObject({
      account: { id, liked_photos: [{ venue: 'cafe', id: 7 }] },
    });
    const asked = await run('accounts', 'delete', 'Imported@example.edu', ...all);
    expect([asked.code, asked.stderr]).toEqual([
      1,
      'headcount: Imported@example.edu, which has no account, would be deleted at hall (liked photos: 1), cafe (liked photos: 1); ' +
        'repeat with --yes to delete it\n',
    ]);
    expect(await likesAt(cafe, fan)).toEqual([7]);
    expect(await json('accounts', 'delete', fan, '--yes', ...all)).toEqual({
      id: null,
      deleted: true,
      unlistedVenues: [],
    });
    expect([await likesAt(hall, fan), await likesAt(cafe, fan), await likesAt(cafe, known)]).toEqual([
      [],
      [],
      [7],
    ]);
    expect((await run('accounts', 'delete', fan, '--yes', ...all)).stderr).toContain(
      `there is no account ${fan}`,
    );
    expect((await run('accounts', 'delete', known, '--yes', ...all)).code).toBe(0);
    expect([await likesAt(cafe, known), await store.findAccount(known)]).toEqual([[], null]);
    expect(existsSync(bar ?? '')).toBe(false);
  });
});

describe('headcount accounts delete', () => {
  it('names the venues that are no longer in the file, where likes may stay', async () => {
    const { run, json, store } = current();
    const venues = newFile('fewer.yaml');
    writeFileSync(venues, `hall: {database: 'sqlite:${newFile('fewer.sqlite')}'}`);
    for (const id of ['hall', 'old', 'older']) await noteServed(store, id);
    const { id } = await withAccount('moved@example.edu');
    const all = [`${id}`, '--venues', venues];
    expect((await run('accounts', 'delete', ...all)).stderr).toContain(
      'Likes may stay in databases of venues that are not in the file any more: old, older.',
    );
    expect(await json('accounts', 'delete', '--yes', ...all)).toEqual({
      id,
      deleted: true,
      unlistedVenues: ['old', 'older'],
    });
  });
});

describe('headcount audit', () => {
  it('prints events by account, key and time, the newest first', async () => {
    const { json, run } = current();
    const { id, key } = await withAccount('audit@example.edu');
    const actions = async (...args: readonly string[]) =>
      ((await json('audit', ...args)) as { events: { action: string }[] }).events.map(({ action }) => action);
    expect(await actions('--account', 'audit@example.edu')).toEqual([
      'key.created',
      'account.signed-in',
      'account.created',
    ]);
    expect(await actions('--key', `${key}`)).toEqual(['key.created']);
    expect(await actions('--account', `${id}`, '--since', '1d', '--limit', '1')).toEqual(['key.created']);
    expect(await actions('--since', '2099-01-01')).toEqual([]);
    const { stdout } = await run('audit', '--key', `${key}`);
    expect(stdout).toMatch(/^Times are in America\/Los_Angeles\.\nTIME +WHO +ACCOUNT +KEY +EVENT\n/);
    expect(stdout).not.toContain('audit@example.edu');
    expect((await run('audit', '--since', '2099-01-01')).stdout).toBe('No events.\n');
  });

  it('says the times of details in the time zone of the venue, in the export, too', async () => {
    const { json, run } = current();
    const { id, key } = await withAccount('zone@example.edu');
    await run('keys', 'expire', `${key}`, '2099-06-30');
    expect((await run('audit', '--key', `${key}`)).stdout).toMatch(
      / key\.expiry-set until 2099-07-01 00:00$/m,
    );
    const set = { action: 'key.expiry-set', detail: 'until 2099-07-01T00:00:00-07:00' };
    const events = expect.arrayContaining([expect.objectContaining(set)]);
    expect(await json('audit', '--key', `${key}`)).toMatchObject({ events });
    expect(JSON.parse((await run('accounts', 'export', `${id}`)).stdout)).toMatchObject({ events });
  });

  it('prints events of all venues, or of one, even if the database of another cannot be read', async () => {
    const { json, run } = current();
    const { id } = await withAccount('venues@example.edu');
    const venues = newFile('audited.yaml');
    const ids = ['hall', 'cafe', 'bar', 'unserved'];
    const [hall = '', cafe = '', bar = '', unserved = ''] = ids.map((id) => newFile(`${id}.sqlite`));
    const files = [hall, cafe, bar, unserved];
    writeFileSync(venues, ids.map((one, n) => `${one}: {database: 'sqlite:${files[n]}'}\n`).join(''));
    for (const file of [hall, cafe]) {
      const store = await openStore({ engine: 'sqlite', file }, { create: true });
      const reporter = { name: 'door', hash: sha256('door'), prefix: 'hr_1', createdAt: Date.now() * 1000 };
      await store.addReporter(reporter);
      await store.close();
    }
    writeFileSync(bar, 'no database'.repeat(100));
    const all = ['audit', '--venues', venues];
    const { code, stdout, stderr } = await run(...all, '--limit', '3', '--json');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^headcount: the venue bar: .*bar\.sqlite/)]);
    expect(JSON.parse(stdout).events).toMatchObject([
      { venue: 'cafe', action: 'reporter.added' },
      { venue: 'hall', action: 'reporter.added' },
      { venue: null },
    ]);
    expect(await json(...all, '--venue', 'cafe')).toMatchObject({
      events: [{ venue: 'cafe', action: 'reporter.added' }],
    });
    expect((await run(...all, '--venue', 'hall')).stdout).toMatch(
      /\nTIME +WHO +VENUE +ACCOUNT +KEY +EVENT\n.* operator +hall +reporter\.added reporter 1\n$/,
    );
    expect(await json(...all, '--account', `${id}`)).toMatchObject({
      events: Array(3).fill({ venue: null, account: id }),
    });
  });

  it.each([
    [['--key', '777'], 'there is no key 777'],
    [['--account', '777'], 'there is no account 777'],
  ] as const)('%j exits with code 1 and says why', async (args, reason) => {
    const result = await current().run('audit', ...args);
    expect([result.code, result.stdout]).toEqual([1, '']);
    expect(result.stderr).toContain(reason);
  });
});
