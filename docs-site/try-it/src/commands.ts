import type { ShownRequest } from './request-address.ts';

/** The target of a request: its path and query. */
export function targetOf(path: string, query: ShownRequest['query']): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The value of the `Prefer` header; undefined without preferences. */
export function preferOf({ scenario, code }: ShownRequest): string | undefined {
  const preferences = [
    ...(scenario === '' ? [] : [`example=${scenario}`]),
    ...(code === '' ? [] : [`code=${code}`]),
  ];
  return preferences.length === 0 ? undefined : preferences.join(', ');
}

/** The command that sends a request. `key` is what stands for the key, such as a variable; null for none. */
export function curlCommand(url: string, key: string | null, prefer?: string): string {
  const parts = ['curl -i'];
  if (key !== null) parts.push(`-H "Authorization: Token ${key}"`);
  if (prefer !== undefined) parts.push(`-H ${quoted(`Prefer: ${prefer}`)}`);
  return [...parts, quoted(url)].join(' ');
}

/** The command that starts the mock's server at a time. */
export function mockCommand(form: 1 | 2, now: string, timeZone: string): string {
  return `npx queue-headcount mock --form ${form} --now ${now} --time-zone ${timeZone}`;
}

/** In double quotes, which every shell understands. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
