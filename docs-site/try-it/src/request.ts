/** Preferences for the mock beside the request: the fields of the page, whose names in the address begin with `__`. */
export const OPTIONS = ['form', 'example', 'code', 'key', 'now', 'time-zone'] as const;
type Option = (typeof OPTIONS)[number];

/** A request as the page shows it: what its address contains, so that it can be shared. */
export interface ShownRequest {
  readonly operationId: string;
  /** Query parameters, in order. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** An empty text means the default, which is this browser's for the time and its zone. */
  readonly options: Readonly<Record<Option, string>>;
}

/** Reads a fragment such as `#getChart?since=2026-11-20&__example=closed`; without a known operation, returns the first. */
export function readAddress(hash: string, operationIds: readonly string[]): ShownRequest {
  const [, operationId = '', search] = /^#([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const isKnown = operationIds.includes(operationId);
  const all = new URLSearchParams(isKnown ? search : '');
  const options = optionsBy((name) => all.get(`__${name}`) ?? '');
  return {
    operationId: isKnown ? operationId : 'getStatus',
    query: [...all].filter(([name]) => !OPTIONS.some((option) => name === `__${option}`)),
    options: { ...options, example: word(options.example), code: word(options.code) },
  };
}

/** The form that the mock serves. */
export function formOf({ options }: ShownRequest): 1 | 2 {
  return options.form === '1' ? 1 : 2;
}

/** The options with the values that `read` returns. */
export function optionsBy(read: (name: Option) => string): ShownRequest['options'] {
  return Object.fromEntries(OPTIONS.map((name) => [name, read(name)])) as ShownRequest['options'];
}

/** A value for the `Prefer` header; others cannot be sent. */
function word(text: string): string {
  return /^[\w-]+$/.test(text) ? text : '';
}

/** Writes the fragment that `readAddress` reads. */
export function writeAddress({ operationId, query, options }: ShownRequest): string {
  const chosen = OPTIONS.flatMap((name) => (options[name] === '' ? [] : [[`__${name}`, options[name]]]));
  return `#${targetOf(operationId, [...query, ...(chosen as [string, string][])])}`;
}

/** The target of a request: its path and query. */
export function targetOf(path: string, query: ShownRequest['query']): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The value of the `Prefer` header; undefined without preferences. */
export function preferOf({ options: { example, code } }: ShownRequest): string | undefined {
  const preferences = [example && `example=${example}`, code && `code=${code}`].filter((one) => one !== '');
  return preferences.length === 0 ? undefined : preferences.join(', ');
}

/** The command that sends a request to the mock's server. */
export function curlCommand(url: string, request: ShownRequest): string {
  const prefer = preferOf(request);
  const parts = ['curl -i'];
  if (request.options.key === '') parts.push('-H "Authorization: Token any"');
  if (prefer !== undefined) parts.push(`-H ${quoted(`Prefer: ${prefer}`)}`);
  return [...parts, quoted(url)].join(' ');
}

/** In double quotes, which every shell understands. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
