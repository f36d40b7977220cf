import { SERVED_VENUES, type Store } from '../../service/store/store.ts';

type Accounts = Pick<Store, 'advance' | 'metadata'>;

/** The ids of the venues that were ever served, as the database of the accounts knows them. They may be in no file any more. */
export async function servedVenues(accounts: Pick<Accounts, 'metadata'>): Promise<readonly string[]> {
  return idsIn(await accounts.metadata(SERVED_VENUES));
}

/** Notes that a venue was served, so that its data is missed when it is gone. */
export async function noteServed(accounts: Accounts, id: string): Promise<void> {
  if ((await servedVenues(accounts)).includes(id)) return;
  await accounts.advance(SERVED_VENUES, (value) => {
    const ids = new Set([...idsIn(value), id]);
    return { value: [...ids].join(','), reports: [] };
  });
}

function idsIn(value: string | null): readonly string[] {
  return value === null ? [] : value.split(',');
}
