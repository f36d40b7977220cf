/** A request as the page shows it: what its address contains, so that it can be shared. */
export interface ShownRequest {
  readonly form: 1 | 2;
  readonly operationId: string;
  /** Query parameters, in order. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** What the mock is told; an empty text means its default. */
  readonly scenario: string;
  readonly code: string;
  /** Whether the mock gets a key. */
  readonly hasKey: boolean;
  /** The time at which the mock's clock is frozen, and its time zone; an empty text means this browser's. */
  readonly now: string;
  readonly timeZone: string;
}

/** The names in the address by member. The first two are the mock's own; none of them is sent. */
const NAMES = { scenario: '__example', code: '__code', now: '__now', timeZone: '__time-zone' } as const;
/** What is not sent as a parameter. The mock has more such names, such as `__delay`. */
const RESERVED: readonly string[] = ['__form', '__key', ...Object.values(NAMES)];

/** Reads a fragment such as `#getChart?since=2026-11-20&__example=closed`; without a known operation, returns the first. */
export function readAddress(hash: string, operationIds: readonly string[]): ShownRequest {
  const [, operationId = '', search] = /^#([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const isKnown = operationIds.includes(operationId);
  const all = new URLSearchParams(isKnown ? search : '');
  const text = (name: keyof typeof NAMES) => all.get(NAMES[name]) ?? '';
  return {
    form: all.get('__form') === '1' ? 1 : 2,
    operationId: isKnown ? operationId : 'getStatus',
    query: [...all].filter(([name]) => !RESERVED.includes(name)),
    scenario: word(text('scenario')),
    code: word(text('code')),
    hasKey: all.get('__key') !== 'none',
    now: text('now'),
    timeZone: text('timeZone'),
  };
}

/** A value for the `Prefer` header; others cannot be sent. */
function word(text: string): string {
  return /^[\w-]+$/.test(text) ? text : '';
}

/** Writes the fragment that `readAddress` reads. */
export function writeAddress(request: ShownRequest): string {
  const all = new URLSearchParams(request.query.map(([name, value]) => [name, value]));
  if (request.form === 1) all.set('__form', '1');
  if (!request.hasKey) all.set('__key', 'none');
  for (const [member, name] of Object.entries(NAMES)) {
    const value = request[member as keyof typeof NAMES];
    if (value !== '') all.set(name, value);
  }
  return `#${request.operationId}${all.size === 0 ? '' : `?${all}`}`;
}

/** The target of a request: its path and query. */
export function targetOf(path: string, query: ShownRequest['query']): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The value of the `Prefer` header; undefined without preferences. */
export function preferOf({ scenario, code }: ShownRequest): string | undefined {
  const preferences = [scenario && `example=${scenario}`, code && `code=${code}`].filter((one) => one !== '');
  return preferences.length === 0 ? undefined : preferences.join(', ');
}

/** The command that sends a request to the mock's server. */
export function curlCommand(url: string, request: ShownRequest): string {
  const prefer = preferOf(request);
  const parts = ['curl -i'];
  if (request.hasKey) parts.push('-H "Authorization: Token any"');
  if (prefer !== undefined) parts.push(`-H ${quoted(`Prefer: ${prefer}`)}`);
  return [...parts, quoted(url)].join(' ');
}

/** In double quotes, which every shell understands. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
