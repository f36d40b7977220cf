import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../domain/micros.ts';
import { backUp } from '../backup/back-up.ts';
import { check, checkBackup, repair } from '../backup/check.ts';
import { rehearseRestore, restore } from '../backup/restore.ts';
import { type DatabaseAddress, openStore } from '../open-store.ts';
import { type NewReport, REPORT_SECRET, type Store, TIME_ZONE } from '../store.ts';
import { expectExactCounts } from './counts.suite.ts';
import { descending, NOON, newPhoto, newReport } from './new-report.fixture.ts';

const MADE_AT = '2026-03-02T12:00:00Z';
const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON + HOUR };
const HASH = new Uint8Array(32).fill(17);
const SESSION = new Uint8Array(32).fill(99);
/** A time that a double has no spare digits for, and coordinates with all of theirs. */
const LOCATED = newReport({
  id: 9,
  createdAt: NOON - 1,
  latitude: 0.1 + 0.2,
  longitude: -123.45678901234567,
});

/** An engine, and how an operator changes its rows. */
export interface BackedUpEngine {
  readonly newAddress: () => DatabaseAddress;
  readonly execute: (address: DatabaseAddress, sql: string) => Promise<void>;
}

type NewFile = (name: string) => string;

/** Restores backups of one engine into databases of another, or of the same. */
export function describeRestores(
  name: string,
  source: BackedUpEngine,
  target: BackedUpEngine,
  newFile: NewFile,
): void {
  describe(name, () => {
    it('restores everything exactly, from a backup that was made while the store was in use', async () => {
      const from = source.newAddress();
      const store = await filled(from);
      const file = await backedUp(from, newFile);
      await store.addReports([descending(20, 3)]);
      await store.close();
      const to = target.newAddress();
      const info = await restore(file, to, { force: false });
      expect(info).toMatchObject({ madeAt: MADE_AT, engine: from.engine });
      expect(info.counts).toEqual(CONTENT);
      expect(await check(to)).toEqual({ problems: [], counts: CONTENT });
      const original = await openStore(await restored(file, source.newAddress()), { create: false });
      const copy = await openStore(to, { create: false });
      expect(await contentOf(copy)).toEqual(await contentOf(original));
      expect(await original.findSession(SESSION, NOON)).toBeNull();
      await original.close();
      expect(await copy.addReports([[LOCATED]])).toMatchObject({ known: 1 });
      const moved = { ...LOCATED, latitude: 0.3 };
      await expect(copy.addReports([[moved]])).rejects.toMatchObject({ code: 'conflict' });
      expect(await copy.findKey(HASH)).toMatchObject({
        id: 2,
        email: 'ada@example.edu',
        quota: 50,
        name: 'Küche',
        expiresAt: NOON + HOUR,
        venues: 'hall,cafe',
      });
      expect(await copy.listAccounts()).toHaveLength(3);
      expect((await copy.auditEvents({ limit: 1 }))[0]?.action).toBe('account.deleted');
      expect((await copy.signIn('eve@example.edu', NOON)).id).toBe(5);
      expect(await copy.usedQuota(2, DAY)).toBe(4);
      expect(await copy.consumeQuota([{ key: 2, day: DAY, quota: 5, count: 3 }])).toEqual([
        { usedBefore: 4, allowed: 1 },
      ]);
      expect((await issue(copy, 8)).id).toBe(3);
      expect((await copy.addReports([[newReport({ createdAt: NOON + 1 })]])).added).toBe(1);
      await expectExactCounts(copy, ALL);
      await copy.close();
    });
  });
}

/** What all engines refuse, and what a check finds. */
export function describeBackups(name: string, engine: BackedUpEngine, newFile: NewFile): void {
  const { newAddress, execute } = engine;

  describe(`backups ${name}`, () => {
    it('replaces the time zone and secret of a database on which a service has only been started', async () => {
      const [from, to] = [newAddress(), newAddress()];
      for (const [address, value] of [
        [from, 'Asia/Tokyo'],
        [to, 'Europe/Berlin'],
      ] as const) {
        const store = await openStore(address, { create: true });
        for (const name of [TIME_ZONE, REPORT_SECRET])
          await store.advance(name, () => ({ value, reports: [] }));
        await store.close();
      }
      await restore(await backedUp(from, newFile), to, { force: false });
      const restored = await openStore(to, { create: false });
      for (const name of [TIME_ZONE, REPORT_SECRET]) expect(await restored.metadata(name)).toBe('Asia/Tokyo');
      await restored.close();
    });

    it('with force replaces everything but counters, which are never lowered', async () => {
      const from = newAddress();
      await (await filled(from)).close();
      const to = newAddress();
      const store = await openStore(to, { create: true });
      for (const byte of [1, 2, 3]) await issue(store, byte);
      await store.addSession({ hash: SESSION, account: 1, createdAt: NOON, expiresAt: NOON + HOUR });
      await store.addReports([[newReport({ id: 77 })]]);
      await store.advance('other', () => ({ value: 'x', reports: [] }));
      await store.saveCheckpoint('model', 'of the old reports');
      const use = (key: number, count: number) => store.consumeQuota([{ key, day: DAY, quota: 1000, count }]);
      await use(1, 9);
      await use(2, 3);
      await use(3, 5);
      const version = await store.version();
      await store.close();
      await restore(await backedUp(from, newFile), to, { force: true });
      const replaced = await openStore(to, { create: false });
      expect((await check(to)).problems).toEqual([]);
      expect((await check(to)).counts).toEqual({ ...CONTENT, request_count: 2 });
      expect(await Promise.all([1, 2, 3].map((key) => replaced.usedQuota(key, DAY)))).toEqual([9, 4, 0]);
      expect(await replaced.checkpoint('model')).toBeNull();
      expect(await replaced.findSession(SESSION, NOON)).toBeNull();
      expect(await replaced.metadata('other')).toBeNull();
      if (to.engine === 'postgres') expect(await replaced.version()).toBeGreaterThan(version);
      await replaced.close();
    });

    it('refuses a database with data, and changes nothing', async () => {
      const from = newAddress();
      await (await filled(from)).close();
      const to = newAddress();
      const store = await openStore(to, { create: true });
      await store.addReports([[newReport()]]);
      await store.close();
      const file = await backedUp(from, newFile);
      for (const attempt of [rehearseRestore, restore]) {
        await expect(attempt(file, to, { force: false })).rejects.toMatchObject({
          code: 'not-empty',
          message: expect.stringContaining('--force'),
        });
      }
      await rehearseRestore(file, to, { force: true });
      expect((await check(to)).counts).toMatchObject({ report: 1, account: 0, fact: 0 });
    });

    it('refuses a database that is in use even with force, and changes nothing', async () => {
      const from = newAddress();
      await (await filled(from)).close();
      const file = await backedUp(from, newFile);
      const to = newAddress();
      const service = await openStore(to, { create: true });
      await service.addReports([[newReport()]]);
      const rehearse = () =>
        rehearseRestore(file, to, { force: true }).then(
          () => 'accepted',
          (error: Error) => error.message,
        );
      // A service on PostgreSQL can be seen as soon as it listens for changes.
      await expect.poll(rehearse, { timeout: 10_000 }).toMatch(/ is in use.*; stop the service first$/);
      await expect(restore(file, to, { force: true })).rejects.toMatchObject({ code: 'busy' });
      expect((await check(to)).counts).toMatchObject({ report: 1, account: 0 });
      await service.close();
      await restore(file, to, { force: true });
      expect((await check(to)).counts).toMatchObject({ report: 6002, account: 4 });
    });

    it('refuses a backup of another subject even with force, unless it is named', async () => {
      const from = newAddress();
      await (await filled(from)).close();
      const file = await backedUp(from, newFile);
      const to = newAddress();
      const store = await openStore(to, { create: true });
      await store.addReports([[newReport()]]);
      await store.close();
      const options = { force: true, into: 'venue:cafe' } as const;
      await expect(rehearseRestore(file, to, options)).rejects.toThrow('--of service');
      await expect(restore(file, to, options)).rejects.toMatchObject({
        name: 'BackupError',
        message: expect.stringMatching(
          /of a service with one venue, made at 2026-03-02T12:00:00Z, with 6002 reports and 2 keys, .*--of service$/,
        ),
      });
      expect((await check(to)).counts).toMatchObject({ report: 1, account: 0 });
      await restore(file, to, { ...options, of: 'service' });
      expect((await check(to)).counts).toMatchObject({ report: 6002, account: 4 });
    });

    it('restores an empty database', async () => {
      const from = newAddress();
      await (await openStore(from, { create: true })).close();
      const to = newAddress();
      const file = await backedUp(from, newFile);
      await rehearseRestore(file, to, { force: false });
      await expect(check(to)).rejects.toMatchObject({ code: 'missing' });
      await restore(file, to, { force: false });
      expect(await check(to)).toMatchObject({ problems: [], counts: { report: 0, api_key: 0 } });
    });

    it('refuses a backup that is damaged, and changes nothing', async () => {
      const from = newAddress();
      await (await filled(from)).close();
      const file = await backedUp(from, newFile);
      const whole = await readFile(file);
      const to = newAddress();
      for (const [damaged, reason] of [
        [whole.subarray(0, -1), 'a part of one'],
        [whole.subarray(0, whole.length / 2), 'a part of one'],
        [Buffer.alloc(0), 'not a backup'],
        [Buffer.from(whole).fill((whole[9000] ?? 0) ^ 1, 9000, 9001), 'checksum'],
      ] as const) {
        await writeFile(file, damaged);
        for (const attempt of [rehearseRestore, restore])
          await expect(attempt(file, to, { force: true })).rejects.toThrow(reason);
        const problems = [expect.stringContaining(reason)];
        expect(await checkBackup(file)).toEqual({ problems, counts: null });
      }
      await expect(check(to)).rejects.toMatchObject({ code: 'missing' });
    });

    it('backs up nothing of a database that does not exist', async () => {
      const file = newFile('none');
      const backingUp = backUp(newAddress(), file, { force: false, madeAt: MADE_AT, subject: 'service' });
      await expect(backingUp).rejects.toMatchObject({ code: 'missing' });
      await expect(rm(file)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  describe(`checks ${name}`, () => {
    it('find and repair wrong counts', async () => {
      const address = newAddress();
      const store = await filled(address);
      const newest = 'WHERE quarter = (SELECT max(quarter) FROM quarter_count)';
      for (const [what, sql] of [
        ['quarter-hours', `UPDATE quarter_count SET b1 = b1 + 1 ${newest}`],
        ['quarter-hours', `DELETE FROM quarter_count ${newest}`],
        ['quarter-hours', 'INSERT INTO quarter_count VALUES (1, 0, 0, 0, 0, 0, 1)'],
        ['weeks', 'UPDATE week_count SET reports = reports - 1'],
      ] as const) {
        await execute(address, sql);
        const { problems } = await check(address);
        const found = expect.stringMatching(`^${what} whose counts differ from the reports .*: 1$`);
        expect(problems, sql).toEqual([found]);
        const version = await store.version();
        await repair(address);
        expect(await check(address), sql).toEqual({ problems: [], counts: CONTENT });
        await expect.poll(() => store.version()).not.toBe(version);
        await expectExactCounts(store, ALL);
      }
      await store.close();
      const file = await backedUp(address, newFile);
      const backup = { madeAt: MADE_AT, subject: 'service' };
      expect(await checkBackup(file)).toEqual({ problems: [], counts: CONTENT, backup });
    });

    it('find rows that do not fit together', async () => {
      const address = newAddress();
      await (await filled(address)).close();
      await execute(
        address,
        `UPDATE photo SET created_at = created_at + 1; UPDATE audit_event SET account_id = 99 WHERE id = 3;
         DELETE FROM api_key WHERE id = 2; UPDATE reporter_report SET reporter_id = 99`,
      );
      expect((await check(address)).problems.toSorted()).toEqual([
        'events of an account or a key that is missing: 5',
        'photos with another time than their report: 2',
        'reports of a device that are missing, or whose reporter is: 1',
        'request counters without a key: 1',
      ]);
    });
  });
}

const CONTENT = {
  account: 4,
  report: 6002,
  photo: 2,
  photo_like: 3,
  api_key: 2,
  audit_event: 11,
  fact: 1,
  reporter: 1,
  reporter_report: 1,
  request_count: 1,
};

async function backedUp(address: DatabaseAddress, newFile: NewFile): Promise<string> {
  const file = newFile('backup');
  await backUp(address, file, { force: false, madeAt: MADE_AT, subject: 'service' });
  return file;
}

async function restored(file: string, address: DatabaseAddress): Promise<DatabaseAddress> {
  await restore(file, address, { force: false });
  return address;
}

/** A new database with something in every table, still open. */
async function filled(address: DatabaseAddress): Promise<Store> {
  const store = await openStore(address, { create: true });
  const photo = newPhoto({ caption: 'Ein schöner Tag 🌞\n', likes: ['bob@example.edu', 'cy@example.edu'] });
  const pictured: NewReport[] = [
    newReport({ id: 8, createdAt: NOON, photo }),
    { ...LOCATED, photo: newPhoto({ file: null, caption: '', likes: ['bob@example.edu'] }) },
  ];
  await store.addReports([pictured]);
  await store.addReports([descending(6000, 7_000_000)]);
  const reporter = { name: 'door', hash: HASH, prefix: 'hr_17', createdAt: NOON, every: HOUR };
  const door = await store.addReporter(reporter);
  const device = { reporter: door.id, request: SESSION };
  const counted = {
    createdAt: NOON - 3,
    bucket: '30+',
    latitude: null,
    longitude: null,
    replaces: null,
  } as const;
  await store.addLiveReports([{ ...counted, device }]);
  await store.revokeKey((await issue(store, 6)).id, NOON);
  await issue(store, 7);
  const owner = { actor: 'owner', account: (await store.findAccount('ada@example.edu'))?.id ?? 0 } as const;
  await store.renameKey(2, 'Küche', NOON, owner);
  await store.setExpiry(2, NOON + HOUR, NOON, owner);
  const secret = { hash: HASH, prefix: 'hc_17', at: NOON };
  await store.replaceSecret(2, secret, { prefix: 'hc_7' }, owner);
  await store.deleteAccount((await store.signIn('dan@example.edu', NOON)).id, NOON + 1, 'owner');
  await store.addSession({ hash: SESSION, account: owner.account, createdAt: NOON, expiresAt: NOON + HOUR });
  await store.consumeQuota([{ key: 2, day: DAY, quota: 50, count: 4 }]);
  await store.advance('simulated', () => ({ value: 'until noon', reports: [] }));
  return store;
}

function issue(store: Store, byte: number) {
  const hash = new Uint8Array(32).fill(byte);
  const key = { hash, prefix: `hc_${byte}`, email: 'ada@example.edu', createdAt: NOON, quota: 50 };
  return store.issueKey({ ...key, venues: 'hall,cafe' });
}

/** Everything that a store returns. */
async function contentOf(store: Store): Promise<unknown> {
  const photos = { from: 0, before: NOON + 1, validUntil: 0 };
  const exported = await Array.fromAsync(store.exportReports(ALL));
  return {
    feed: await store.feed({ now: NOON, limit: 10_000, from: null }),
    observations: await store.observations(ALL),
    exported: exported.flatMap(({ createdAt }) => [...createdAt]),
    counts: await store.bucketCounts(ALL),
    photos: await store.firstPhoto(photos, 2),
    keys: await store.listKeys(),
    found: await store.findKey(HASH),
    reporters: await store.listReporters(),
    ofReporter: await store.countReports({ reporter: 1 }),
    accounts: await store.listAccounts(),
    auditEvents: await store.auditEvents({ limit: 100 }),
    used: await store.usedQuota(2, DAY),
    metadata: await store.metadata('simulated'),
  };
}
