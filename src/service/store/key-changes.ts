import type { ChangedBy, KeyStore } from './account-store.ts';

/** Changes of issued keys, as either engine makes them. */
export type KeyChanges = Pick<
  KeyStore,
  'revokeKey' | 'setQuota' | 'renameKey' | 'setExpiry' | 'replaceSecret'
>;

/** Who changes a key unless somebody else is named. */
export const OPERATOR: ChangedBy = { actor: 'operator', account: null };
