/** A request as the page shows it. Everything but the key, so that it can be shared as an address. */
export interface ShownRequest {
  readonly form: 1 | 2;
  readonly operationId: string;
  /** Query parameters, in order. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Whom to ask: null for the mock in the page, or the base URL of a deployment. */
  readonly baseUrl: string | null;
  /** What to ask of the mock; an empty text means its default. */
  readonly scenario: string;
  readonly code: string;
  /** Whether the mock gets a key. */
  readonly hasKey: boolean;
  /** The time at which the mock's clock is frozen, and its time zone; an empty text means this browser's. */
  readonly now: string;
  readonly timeZone: string;
}

/** What the page shows first. */
export const FIRST: ShownRequest = {
  form: 2,
  operationId: 'getStatus',
  query: [],
  baseUrl: null,
  scenario: '',
  code: '',
  hasKey: true,
  now: '',
  timeZone: '',
};

/** The names in the address by member. The first two are the mock's own; none of them is sent. */
const NAMES = {
  scenario: '__example',
  code: '__code',
  now: '__now',
  timeZone: '__time-zone',
  baseUrl: '__base',
} as const;

/** What is not sent as a parameter. The mock has more such names, such as `__delay`. */
const RESERVED: readonly string[] = ['__form', '__key', ...Object.values(NAMES)];

/** Reads a fragment such as `#getChart?since=2026-11-20&__example=closed`; null if it names no operation. */
export function readAddress(hash: string, operationIds: readonly string[]): ShownRequest | null {
  const [, operationId = '', search] = /^#([^?]*)\??(.*)$/s.exec(hash) ?? [];
  if (!operationIds.includes(operationId)) return null;
  const all = new URLSearchParams(search);
  const text = (name: keyof typeof NAMES) => all.get(NAMES[name]) ?? '';
  return {
    form: all.get('__form') === '1' ? 1 : 2,
    operationId,
    query: [...all].filter(([name]) => !RESERVED.includes(name)),
    baseUrl: all.get(NAMES.baseUrl),
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
    if (value !== null && value !== '') all.set(name, value);
  }
  return `#${request.operationId}${all.size === 0 ? '' : `?${all}`}`;
}
