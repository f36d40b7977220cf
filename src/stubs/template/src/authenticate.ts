import { createHash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './problem.ts';

/** Answers who is behind an Authorization header, as the hash of the key; throws 401 when it carries no valid one. */
export type Authenticate = (authorization: string | undefined) => string;

/**
 * Knows keys by their hashes only, and compares them in constant time.
 *
 * A real key store goes here: look the hash up in a database, and refuse keys that were revoked. Count requests here as
 * well: the contract allows 1000 a day and key, and answers 429 beyond.
 */
export function authenticateByKeys(keys: readonly string[]): Authenticate {
  const known = keys.map(hash);
  return (authorization) => {
    if (authorization === undefined) throw unauthorized('Send the header "Authorization: Token <API_KEY>".');
    const key = /^Token (\S+)$/i.exec(authorization)?.[1];
    if (key === undefined) throw unauthorized('Write the word "Token", one space, and the key.');
    const given = hash(key);
    // Every key is compared, so that the time taken does not tell which one came close.
    const matches = known.filter((candidate) => timingSafeEqual(candidate, given));
    if (matches.length === 0) throw unauthorized('The key is not known.');
    return given.toString('hex');
  };
}

function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
