import { describeAuthorization, isKeyParameter, otherHeaders, present } from '../../requests/credentials.ts';
import { type Credential, keyPlaceholder } from '../../requests/exchange.ts';
import type { HarEntry } from './har-entry.ts';
import { isLink } from './recorded-parameters.ts';

/** How a recorded request presents the key, or why that cannot be told. */
export type RecordedCredential = Credential | { readonly unknown: string };

/** The credentials of a recording. */
export interface RecordedCredentials {
  readonly of: (entry: HarEntry) => RecordedCredential;
  /** Keys that work, and every other secret of 8 characters or more, which no report may show. */
  readonly keys: readonly string[];
}

/** Texts that tools write in place of a secret. */
const redacted = /redact|remov|hidden|sanit|mask|secret|\*{2,}|•{2,}|…|x{4,}|^Token [<[{].*[>\]}]$/i;
/** The credentials whose header is recognized by the key that works. */
const derived = ['key', 'truncated', 'headless', 'extended', 'bearer', 'basic', 'bare', 'joined'] as const;
const placeholders = new Map<string, Credential>(
  [...derived, 'wrong' as const, 'trailing' as const].map((credential) => [
    describeAuthorization(credential) ?? '',
    credential,
  ]),
);

/**
 * Recognizes credentials by comparing them with the key that works: it, a part of it, more than it, another scheme. Many tools
 * remove Authorization headers or their values; then a request that got data is taken to have had the key, and one that was
 * rejected is not judged. `links` are the links of the recording's pages.
 */
export function recordedCredentials(
  entries: readonly HarEntry[],
  links: ReadonlySet<string>,
): RecordedCredentials {
  const tokens = entries.flatMap((entry) => tokenOf(entry) ?? []);
  const working = entries.flatMap((entry) => (entry.status === 200 ? (tokenOf(entry) ?? []) : []));
  const main = mostFrequent(working) ?? mostFrequent(tokens);
  const areRecorded = entries.some(({ requestHeaders }) => requestHeaders.has('authorization'));
  const of = (entry: HarEntry): RecordedCredential => {
    const value = entry.requestHeaders.get('authorization');
    if (value !== undefined) {
      const found = classOf(value, entry, main);
      return found === 'key' && isRejected(entry) && !worksLater(entries, entry)
        ? { unknown: 'the key may have been revoked' }
        : found;
    }
    return areRecorded ? withoutHeader(entry, main) : assumed(entry, 'no Authorization header was recorded');
  };
  // Numbers and words of the deployment may equal a short text that is no key
  const long = entries.flatMap((entry) => secretsIn(entry, links)).filter(({ length }) => length >= 8);
  return { of, keys: [...new Set([...working, ...long])] };
}

/** Whatever may be a secret in a request, whether or not it is a key of the deployment. */
function secretsIn({ requestHeaders, url }: HarEntry, links: ReadonlySet<string>): readonly string[] {
  const authorization = requestHeaders.get('authorization')?.trim() ?? '';
  const cookies = (requestHeaders.get('cookie') ?? '').split(';').flatMap((cookie) => {
    const [name = '', ...value] = cookie.trim().split('=');
    return isKeyParameter(name) ? [value.join('=')] : [];
  });
  const headers = otherHeaders('').flatMap(([name]) =>
    name === 'cookie' ? [] : (requestHeaders.get(name) ?? []),
  );
  const inQuery = isLink(url, links) ? [] : [...url.searchParams].filter(([name]) => isKeyParameter(name));
  return [
    ...(placeholders.has(authorization) ? [] : [authorization]),
    ...headers,
    ...cookies,
    ...inQuery.map(([, value]) => value),
  ]
    .map((value) => /\S*$/.exec(value)?.[0] ?? '')
    .filter((secret) => !secret.includes(keyPlaceholder));
}

/** Whether the same header gets data after a request, so that its key is still valid. */
function worksLater(entries: readonly HarEntry[], { requestHeaders, startedAt }: HarEntry): boolean {
  const value = requestHeaders.get('authorization');
  return entries.some(
    (later) =>
      later.status === 200 &&
      later.startedAt >= startedAt &&
      later.requestHeaders.get('authorization') === value,
  );
}

function isRejected({ status }: HarEntry): boolean {
  return status === 401 || status === 403;
}

function classOf(value: string, entry: HarEntry, main: string | undefined): RecordedCredential {
  const text = value.trim();
  const known = placeholders.get(text);
  if (known !== undefined) return known;
  if (text === '' || text === 'Token') return 'keyword-only';
  if (redacted.test(text)) return assumed(entry, 'the Authorization header was removed from the recording');
  if (main !== undefined) {
    const found = derived.find((one) => present(one, main).headers['authorization'] === text);
    if (found !== undefined) return found;
    if (text.startsWith(`Token ${main} `)) return 'trailing';
  }
  if (tokenOf(entry) === undefined) return { unknown: 'the Authorization header has an unknown form' };
  if (entry.status === 401) return 'wrong';
  return assumed(entry, 'another key was rejected');
}

/** A request without the header, in a recording that has it elsewhere. */
function withoutHeader(entry: HarEntry, main: string | undefined): RecordedCredential {
  const secrets = [main, keyPlaceholder].filter((one) => one !== undefined);
  const values = [...entry.url.searchParams.values(), ...otherValues(entry)];
  if (values.some((value) => secrets.some((secret) => value === secret || value === `Token ${secret}`)))
    return 'elsewhere';
  if (entry.requestHeaders.has('cookie')) return { unknown: 'a cookie may stand for the key' };
  // A browser shows made-up headers, without a host, for requests that it did not send
  const areHeadersReal =
    entry.requestHeaders.size > 0 && (!entry.isOfBrowser || entry.requestHeaders.has('host'));
  return areHeadersReal ? 'none' : { unknown: 'the headers of the request were not recorded' };
}

function assumed(entry: HarEntry, reason: string): RecordedCredential {
  return isRejected(entry) ? { unknown: reason } : 'key';
}

function otherValues({ requestHeaders }: HarEntry): readonly string[] {
  return otherHeaders('').flatMap(([name]) => requestHeaders.get(name) ?? []);
}

/** The key in the documented form of the header; undefined for any other form, and for a text in place of the key. */
function tokenOf({ requestHeaders }: HarEntry): string | undefined {
  const value = requestHeaders.get('authorization')?.trim() ?? '';
  if (redacted.test(value) || placeholders.has(value)) return undefined;
  return /^Token (\S+)$/.exec(value)?.[1];
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
