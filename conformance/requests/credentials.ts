import { type Credential, keyPlaceholder } from './exchange.ts';

/** A credential on the wire. */
export interface PresentedCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
}

/** Presents `key` in the way that `credential` names. */
export function present(credential: Credential, key: string): PresentedCredential {
  if (credential === 'elsewhere') {
    const params = Object.fromEntries(
      keyParameters.map((name) => [name, name === 'authorization' ? `Token ${key}` : key]),
    );
    return { headers: Object.fromEntries(otherHeaders(key)), params };
  }
  const authorization = headerWith[credential]({
    key,
    wrong: wrongKey(key),
    truncated: key.slice(0, -1),
    headless: key.slice(1),
    extended: `${key}0`,
    basic: inBase64(`${key}:`),
  });
  return { headers: authorization === null ? {} : { authorization }, params: {} };
}

/** The Authorization header as reports may print it, for a shell that has the key in a variable. */
export function describeAuthorization(credential: Credential): string | null {
  return headerWith[credential]({
    key: keyPlaceholder,
    wrong: `not-${keyPlaceholder}`,
    truncated: '${HEADCOUNT_API_KEY%?}',
    headless: '${HEADCOUNT_API_KEY#?}',
    extended: '${HEADCOUNT_API_KEY}0',
    basic: '$(printf %s: $HEADCOUNT_API_KEY | base64)',
  });
}

/** The key, and what is made from it. */
type Keys = Readonly<Record<'key' | 'wrong' | 'truncated' | 'headless' | 'extended' | 'basic', string>>;

/** The Authorization header of each credential; null without one. */
const headerWith: Readonly<Record<Credential, (keys: Keys) => string | null>> = {
  key: ({ key }) => `Token ${key}`,
  none: () => null,
  wrong: ({ wrong }) => `Token ${wrong}`,
  truncated: ({ truncated }) => `Token ${truncated}`,
  headless: ({ headless }) => `Token ${headless}`,
  extended: ({ extended }) => `Token ${extended}`,
  bearer: ({ key }) => `Bearer ${key}`,
  // The key as the name, without a password, which is how services take keys in this scheme
  basic: ({ basic }) => `Basic ${basic}`,
  bare: ({ key }) => key,
  joined: ({ key }) => `Token${key}`,
  // The space is part of the form; servers that strip it see the keyword alone
  'keyword-only': () => 'Token ',
  trailing: ({ key }) => `Token ${key} ${key}`,
  elsewhere: () => null,
};

/** Replaces the key, and every variant of it that the gate sends, with a placeholder. */
export type Redact = (text: string) => string;

/** Keys of this service: whoever pasted one in a wrong place wants it in no report. */
const anyKey = 'hc_[0-9A-Za-z]{38}';

/**
 * Creates the redaction for a key and other secrets, such as values of further fields. A short secret is replaced only as a whole
 * word.
 */
export function createRedact(key: string, others: readonly string[] = []): Redact {
  if (key === '') return (text) => text;
  const alternatives = [...secretsOf(key), ...others.filter(({ length }) => length >= 8)].map((secret) => {
    const pattern = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return secret.length < 8 ? `(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])` : pattern;
  });
  const secrets = new RegExp([...alternatives, anyKey].join('|'), 'g');
  return (text) => text.replace(secrets, () => keyPlaceholder);
}

/** Every text that must not reach a report, the longest first. */
function secretsOf(key: string): readonly string[] {
  const plain = [key, wrongKey(key), key.slice(0, -1), key.slice(1)];
  const encoded = [key, `${key}:`, `:${key}`, `Token ${key}`, `token:${key}`].map(inBase64);
  const all = [...plain, ...plain.map(encodeURIComponent), ...plain.map(inJson), ...encoded];
  const unpadded = encoded.map((text) => text.replace(/=+$/, ''));
  return [...new Set([...all, ...unpadded])]
    .filter((text) => text.length > 0)
    .sort((a, b) => b.length - a.length);
}

/** A key of the same length and alphabet that is not `key`. */
export function wrongKey(key: string): string {
  return [...key].map((character) => successors.get(character) ?? character).join('') || 'none';
}

/** Headers other than Authorization in which services are known to take keys. */
export function otherHeaders(key: string): readonly (readonly [string, string])[] {
  return [
    ['x-api-key', key],
    ['api-key', key],
    ['x-auth-token', key],
    ['x-authorization', `Token ${key}`],
    ['cookie', `token=${key}; api_key=${key}`],
  ];
}

const keyParameters: readonly string[] = [
  'token',
  'key',
  'api_key',
  'apikey',
  'access_token',
  'auth_token',
  'authorization',
];

const successors = new Map(
  ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'].flatMap((alphabet) =>
    [...alphabet].map(
      (character, at) => [character, alphabet[(at + 1) % alphabet.length] ?? character] as const,
    ),
  ),
);

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
