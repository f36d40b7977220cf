import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import { temporaryFiles } from './sqlite/temporary-folder.fixture.ts';
import type { Store } from './store.ts';
import { NOON, newPhoto, newReport } from './suite/new-report.fixture.ts';
import { accountsOfVenues, venueStore } from './venue-store.ts';

const file = temporaryFiles();
const stores: Store[] = [];
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));

async function open(name: string): Promise<Store> {
  const store = await openStore({ engine: 'sqlite', file: file(name) }, { create: true });
  stores.push(store);
  return store;
}

describe('likes at venues whose accounts are in another store', () => {
  it('belong to the e-mail address, whatever its numbers are, and go with the account', async () => {
    const [accounts, hall, cafe] = [await open('accounts'), await open('hall'), await open('cafe')];
    await accounts.signIn('bob@u.edu', NOON);
    const ann = await accounts.signIn('ann@u.edu', NOON);
    const photo = newPhoto({ likes: ['ann@u.edu', 'carl@u.edu'] });
    await hall.addReports([[newReport({ id: 1, createdAt: NOON, photo })]]);
    await cafe.addReports([[newReport({ id: 1, createdAt: NOON, photo: newPhoto({ likes: [] }) })]]);
    const search = { from: NOON, before: NOON + 1, validUntil: NOON };
    const liked = async (store: Store, account: number) => {
      const first = await venueStore(store, accounts).firstPhoto(search, account);
      return [first?.liked, first?.likeCount];
    };
    expect([await liked(hall, ann.id), await liked(hall, 1), await liked(hall, 0)]).toEqual([
      [true, 2],
      [false, 2],
      [false, 2],
    ]);
    expect(await liked(cafe, ann.id)).toEqual([false, 0]);
    const all = accountsOfVenues(accounts, () => [
      { id: 'hall', store: hall },
      { id: 'cafe', store: cafe },
    ]);
    expect(await all.likesOf(ann.id)).toEqual([{ venue: 'hall', id: 1 }]);
    expect(await all.deleteAccount(ann.id, NOON + 1, 'owner')).toBe(true);
    expect(await liked(hall, ann.id)).toEqual([false, 1]);
    expect(await all.deleteAccount(ann.id, NOON + 1, 'owner')).toBe(false);
  });
});
