import { type Credential, keyPlaceholder } from './exchange.ts';

/** A credential on the wire. */
export interface PresentedCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
}

/** Presents `key` in the way that `credential` names. */
export function present(credential: Credential, key: string): PresentedCredential {
  const header = authorizationText(credential, key);
  if (credential === 'elsewhere') {
    const params = Object.fromEntries(
      keyParameters.map((name) => [name, name === 'authorization' ? `Token ${key}` : key]),
    );
    return { headers: Object.fromEntries(otherHeaders(key)), params };
  }
  return { headers: header === null ? {} : { authorization: header }, params: {} };
}

/** The Authorization header as reports may print it. */
export function describeAuthorization(credential: Credential): string | null {
  switch (credential) {
    case 'wrong':
      return 'Token not-$HEADCOUNT_API_KEY';
    case 'truncated':
      return 'Token ${HEADCOUNT_API_KEY%?}';
    case 'headless':
      return 'Token ${HEADCOUNT_API_KEY#?}';
    case 'extended':
      return 'Token ${HEADCOUNT_API_KEY}0';
    case 'basic':
      return 'Basic $(printf %s: $HEADCOUNT_API_KEY | base64)';
    default:
      return authorizationText(credential, keyPlaceholder);
  }
}

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

function authorizationText(credential: Credential, key: string): string | null {
  switch (credential) {
    case 'key':
      return `Token ${key}`;
    case 'wrong':
      return `Token ${wrongKey(key)}`;
    case 'truncated':
      return `Token ${key.slice(0, -1)}`;
    case 'headless':
      return `Token ${key.slice(1)}`;
    case 'extended':
      return `Token ${key}0`;
    case 'bearer':
      return `Bearer ${key}`;
    case 'basic':
      // The key as the name, without a password, which is how services take keys in this scheme
      return `Basic ${inBase64(`${key}:`)}`;
    case 'joined':
      return `Token${key}`;
    case 'bare':
      return key;
    case 'keyword-only':
      // The space is part of the form; servers that strip it see the keyword alone
      return 'Token ';
    case 'trailing':
      return `Token ${key} ${key}`;
    default:
      return null;
  }
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
