import { type Answer, type Ask, DEFAULTS, KEY, type Options } from '../options.ts';
import type { Service } from '../serve.ts';

/** What stands behind a fault: asks the conforming deployment, counts requests and remembers between them. */
export type Upstream = {
  readonly options: Options;
  readonly pass: (ask: Ask) => Answer;
  /** Number of this request, from 1. */
  readonly count: number;
  readonly memory: Map<string, unknown>;
};

/** One way in which a service breaks one promise. */
export type Fault = {
  readonly id: string;
  readonly family: string;
  /** What the service does, in one sentence. */
  readonly says: string;
  readonly forms: readonly (1 | 2)[];
  /** Requirements of which any must fail for the fault to count as found. */
  readonly requirements: readonly string[];
  /** The state of the service in which the fault shows, where it is not the usual one. */
  readonly state?: Partial<Options>;
  /** Why the description may be read as allowing it; such faults are counted apart. */
  readonly arguable?: string;
  readonly answer: (ask: Ask, upstream: Upstream) => Answer;
};

type Extra = {
  readonly forms?: readonly (1 | 2)[];
  readonly state?: Partial<Options>;
  readonly arguable?: string;
};
type Behaviour = Fault['answer'];

/** A list of faults of one family that is filled with `add`. */
export function familyOf(family: string): {
  faults: Fault[];
  add: (id: string, says: string, answer: Behaviour, extra?: Extra) => void;
} {
  const faults: Fault[] = [];
  const add = (id: string, says: string, answer: Behaviour, extra: Extra = {}) => {
    faults.push({ id: `${family}/${id}`, family, says, answer, forms: [1, 2], requirements: [], ...extra });
  };
  return { faults, add };
}

/** The deployment in the fault's state with the fault in front of it. */
export function broken(fault: Fault, service: Service): Service {
  const memory = new Map<string, unknown>();
  let count = 0;
  const pass = service.answer as (ask: Ask) => Answer;
  const answer = (ask: Ask) => {
    count += 1;
    return fault.answer(ask, { options: service.options, pass, count, memory });
  };
  return { options: service.options, answer };
}

export type Endpoint = 'status' | 'chart' | 'patterns' | 'reports' | 'export.csv' | 'highlights';
export const ENDPOINTS: readonly Endpoint[] = [
  'status',
  'chart',
  'patterns',
  'reports',
  'export.csv',
  'highlights',
];

/** Forms in which an endpoint exists. */
export const formsOf = (endpoint: Endpoint): readonly (1 | 2)[] => (endpoint === 'highlights' ? [2] : [1, 2]);

export const isAt = (ask: Ask, endpoint: Endpoint): boolean => ask.path.endsWith(`/api/v1/${endpoint}`);

/** A request for one endpoint is changed before the deployment sees it. */
export function rewrite(endpoint: Endpoint, change: (ask: Ask) => Ask): Behaviour {
  return (ask, upstream) => upstream.pass(isAt(ask, endpoint) ? change(ask) : ask);
}

/** The request with a query parameter set, or removed with null. */
export function withParameter(ask: Ask, name: string, value: string | null): Ask {
  const query = new URLSearchParams(ask.query);
  if (value === null) query.delete(name);
  else query.set(name, value);
  return { ...ask, query };
}

/** A body taken apart: as free as JSON is. */
export type Body = ReturnType<typeof JSON.parse>;

/** A successful JSON answer of one endpoint is changed in place; a returned value replaces it, `KEEP` leaves it as it was. */
export function edit(
  endpoint: Endpoint,
  change: (body: Body, ask: Ask, upstream: Upstream) => unknown,
): Behaviour {
  return (ask, upstream) => {
    const answer = upstream.pass(ask);
    if (!isAt(ask, endpoint) || answer.status !== 200 || answer.body === '') return answer;
    const body = JSON.parse(answer.body);
    const replaced = change(body, ask, upstream);
    return { ...answer, body: JSON.stringify(replaced === undefined ? body : replaced) };
  };
}

/** Rows of the export, header first, are changed and written again. */
export function editRows(
  change: (rows: string[], ask: Ask, upstream: Upstream) => readonly string[],
): Behaviour {
  return editText('export.csv', (text, ask, upstream) => {
    const rows = text.split('\r\n').filter((row) => row !== '');
    return change(rows, ask, upstream)
      .map((row) => `${row}\r\n`)
      .join('');
  });
}

/** A successful answer of one endpoint is changed as text. */
export function editText(
  endpoint: Endpoint,
  change: (text: string, ask: Ask, upstream: Upstream) => string,
): Behaviour {
  return (ask, upstream) => {
    const answer = upstream.pass(ask);
    if (!isAt(ask, endpoint) || answer.status !== 200 || answer.body === '') return answer;
    return { ...answer, body: change(answer.body, ask, upstream) };
  };
}

/** An answer of one endpoint, where the condition holds, is replaced in part. */
export function replace(
  endpoint: Endpoint,
  part: Partial<Answer>,
  when: (ask: Ask, upstream: Upstream, answer: Answer) => boolean,
): Behaviour {
  return (ask, upstream) => {
    const answer = upstream.pass(ask);
    return isAt(ask, endpoint) && when(ask, upstream, answer) ? { ...answer, ...part } : answer;
  };
}

/** The service's own present in the default state, to the day. */
export const TODAY = DEFAULTS.now.slice(0, 10);

/** The same instant as a timestamp of another offset, `Z` for 0 minutes. */
export function inOffset(stamp: string, minutes: number): string {
  const fraction = /\.\d+/.exec(stamp)?.[0] ?? '';
  const local = new Date(Date.parse(stamp.replace(fraction, '')) + minutes * 60_000)
    .toISOString()
    .slice(0, 19);
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  return local + fraction + (minutes === 0 ? 'Z' : offset);
}

/** The timestamp without its offset. */
export const bare = (stamp: string): string => stamp.replace(/(Z|[+-]\d\d:\d\d)$/, '');

/** The timestamp moved by minutes, its offset kept. */
export function moved(stamp: string, minutes: number): string {
  const offset = /([+-]\d\d:\d\d|Z)$/.exec(stamp)?.[0] ?? 'Z';
  const local = new Date(Date.parse(`${bare(stamp)}Z`) + minutes * 60_000).toISOString().slice(0, 19);
  return local + (/\.\d+/.exec(stamp)?.[0] ?? '') + offset;
}

/** Local date part of a timestamp. */
export const dateOf = (stamp: string): string => stamp.slice(0, 10);

/** Asks the deployment the same with other parameters; null removes one. */
export function again(ask: Ask, upstream: Upstream, parameters: Record<string, string | null>): Body {
  const query = new URLSearchParams(ask.query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return JSON.parse(
    upstream.pass({ ...ask, query, headers: { ...ask.headers, authorization: `Token ${KEY}` } }).body,
  );
}
