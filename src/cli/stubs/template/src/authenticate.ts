import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './problem.ts';

/** Returns the hash of the key in an Authorization header; throws 401 if the header has no valid key. It may look in a database. */
export type Authenticate = (authorization: string | undefined) => string | Promise<string>;

/**
 * Stores only the hashes of keys, and compares them in constant time.
 *
 * Put a real key store here: look up the hash in a database, and reject revoked keys. Count requests here as well: the
 * contract allows 1000 a day for each key, then responds with 429.
 */
export function authenticateByKeys(keys: readonly string[]): Authenticate {
  const known = keys.map(hash);
  return (authorization) => {
    if (authorization === undefined) throw unauthorized('Send the header "Authorization: Token <API_KEY>".');
    const key = /^Token (\S+)$/i.exec(authorization)?.[1];
    if (key === undefined) throw unauthorized('Send the word "Token", one space and the key.');
    const given = hash(key);
    // Compares every key, so that the time does not reveal which one is similar.
    const matches = known.filter((candidate) => timingSafeEqual(candidate, given));
    if (matches.length === 0) throw unauthorized('The key is unknown.');
    return given.toString('hex');
  };
}

function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
