import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../domain/micros.ts';
import { openStore } from '../open-store.ts';
import { addedKey, hash } from '../suite/account.fixture.ts';
import { NOON } from '../suite/new-report.fixture.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const ADDRESS = 'walrus@u.edu';
const NAME = 'zebra display';

it('no file has the text of a deleted account, and its links, while the store is open or later', async () => {
  const file = path('erased.db');
  const store = await openStore({ engine: 'sqlite', file }, { create: true });
  const { id } = await store.signIn(ADDRESS, NOON);
  await addedKey(store, id, 1, { name: NAME });
  for (let byte = 0; byte < 200; byte += 1) {
    const link = { hash: hash(byte), email: ADDRESS, createdAt: NOON, expiresAt: NOON + 15 * MINUTE };
    await store.addSignInLink(link, { most: 999, since: NOON - HOUR });
  }
  expect(await filesWith(file)).not.toEqual([]);

  await store.deleteAccount(id, NOON, 'owner');
  await store.deleteSignInLinks(ADDRESS);
  expect(await filesWith(file)).toEqual([]);
  await store.close();
  expect(await filesWith(file)).toEqual([]);
});

/** The files of a database that contain one of the texts. */
async function filesWith(file: string): Promise<readonly string[]> {
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(basename(file)));
  const texts = await Promise.all(names.map((name) => readFile(join(dirname(file), name), 'latin1')));
  return names.filter((_, at) => [ADDRESS, NAME].some((text) => texts[at]?.includes(text)));
}
