import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { HOUR } from '../../domain/micros.ts';
import { hash } from '../suite/account.fixture.ts';
import { NOON } from '../suite/new-report.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const ANN = { hash: hash(1), account: 1, createdAt: NOON, expiresAt: NOON + HOUR };

it('finds no session of the database that was in its place, where another person had the same id', async () => {
  const [file, other] = [path('here.sqlite'), path('other.sqlite')];
  const before = await openSqliteStore(file, { create: true });
  await before.signIn('ann@u.edu', NOON);
  await before.addSession(ANN);
  expect(await before.findSession(hash(1), NOON)).toMatchObject({ account: 1 });
  await before.close();
  const copied = await openSqliteStore(other, { create: true });
  expect(await copied.signIn('bo@u.edu', NOON)).toMatchObject({ id: 1 });
  await copied.close();
  // The file of counters and sessions stays.
  await rename(other, file);
  const after = await openSqliteStore(file);
  expect(await after.findAccount('bo@u.edu')).toMatchObject({ id: 1 });
  expect(await after.findSession(hash(1), NOON)).toBeNull();
  expect(await after.endSessions(1)).toBe(0);
  await after.close();
});
