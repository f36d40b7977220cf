import { hashApiKey, isApiKey } from '../keys/api-key.ts';
import type { Key, Store } from '../store/store.ts';
import { BoundedMap } from './bounded-map.ts';
import { Problem } from './problem.ts';

const CREDENTIALS = /^token (\S+)$/i;

/**
 * Finds the key behind `Authorization: Token KEY`, remembering those seen until the store changes, so that a
 * revocation holds as soon as the store tells of it.
 */
export class Authentication {
  readonly #store: Pick<Store, 'findKey' | 'version'>;
  readonly #known = new BoundedMap<string, Key>(10_000);
  #version = Number.NaN;

  constructor(store: Pick<Store, 'findKey' | 'version'>) {
    this.#store = store;
  }

  /** The key that an `Authorization` field was found to mean, where that is known at once and still holds. */
  remembered(authorization: string): Key | undefined {
    return this.#store.version() === this.#version ? this.#known.get(authorization) : undefined;
  }

  /** The key of a request; throws an `unauthorized` problem when it has no valid one. */
  async authenticate(authorization: string | undefined): Promise<Key> {
    if (authorization === undefined)
      throw refused('Send the header "Authorization: Token <API_KEY>" with a key that was issued to you.');
    const text = CREDENTIALS.exec(authorization)?.[1];
    if (text === undefined) {
      throw refused('The Authorization header must be the word "Token", one space, and the key.');
    }
    const asked = this.#store.version();
    const version = typeof asked === 'number' ? asked : await asked;
    if (version !== this.#version) {
      this.#known.clear();
      this.#version = version;
    }
    const known = this.#known.get(authorization);
    if (known !== undefined) return known;
    const key = isApiKey(text) ? await this.#store.findKey(hashApiKey(text)) : null;
    if (key === null) throw refused('The key is not known. Check that it was copied whole.');
    if (key.revokedAt !== null) throw refused('The key was revoked.');
    // What was read before a change must not be remembered after it.
    if (this.#version === version) this.#known.set(authorization, key);
    return key;
  }
}

function refused(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}
