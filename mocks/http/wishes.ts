import { Refusal } from '../answers/refusal.ts';
import { isScenarioName, SCENARIO_NAMES, type ScenarioName } from '../scenarios.ts';

/** What a request asks of the mock itself. */
export interface Wishes {
  readonly scenario: ScenarioName | null;
  /** A status to answer with. */
  readonly code: number | null;
  /** Milliseconds to wait before answering. */
  readonly delay: number | null;
}

/** The statuses that can be asked for. */
const CODES = [200, 400, 401, 429, 500];
/** The longest delay, in milliseconds. */
export const LONGEST_DELAY = 60_000;
const KINDS = ['example', 'code', 'delay'] as const;

/**
 * Reads `Prefer: example=closing-soon, code=429, delay=2000` and `?__example=…&__code=…&__delay=…`; the header counts more.
 * Other preferences in the header are passed over, as HTTP wants it.
 *
 * @throws {Refusal} on a value that is not allowed, and on another parameter that begins with `__`
 */
export function readWishes(prefer: string | undefined, query: URLSearchParams): Wishes {
  for (const name of query.keys()) {
    if (name.startsWith('__') && !KINDS.some((kind) => name === `__${kind}`)) {
      throw new Refusal(
        name,
        `the mock has no such parameter; allowed are ${KINDS.map((kind) => `__${kind}`).join(', ')}.`,
      );
    }
  }
  const preferred = preferences(prefer);
  const [example, code, delay] = KINDS.map((kind) => {
    const value = preferred.get(kind);
    if (value !== undefined) return { name: `Prefer: ${kind}`, value };
    const asked = query.get(`__${kind}`);
    return asked === null ? undefined : { name: `__${kind}`, value: asked };
  });
  return { scenario: scenarioOf(example), code: codeOf(code), delay: delayOf(delay) };
}

interface Wish {
  readonly name: string;
  readonly value: string;
}

function preferences(header = ''): ReadonlyMap<string, string> {
  const found = header.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;"]*))/g);
  return new Map(
    [...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? '']),
  );
}

function scenarioOf(wish: Wish | undefined): ScenarioName | null {
  if (wish === undefined) return null;
  if (isScenarioName(wish.value)) return wish.value;
  throw new Refusal(
    wish.name,
    `there is no scenario "${wish.value}"; allowed are ${SCENARIO_NAMES.join(', ')}.`,
  );
}

function codeOf(wish: Wish | undefined): number | null {
  if (wish === undefined) return null;
  if (CODES.some((code) => String(code) === wish.value)) return Number(wish.value);
  throw new Refusal(wish.name, `"${wish.value}" cannot be asked for; allowed are ${CODES.join(', ')}.`);
}

function delayOf(wish: Wish | undefined): number | null {
  if (wish === undefined) return null;
  if (/^\d{1,5}$/.test(wish.value) && Number(wish.value) <= LONGEST_DELAY) return Number(wish.value);
  throw new Refusal(wish.name, `"${wish.value}" must be whole milliseconds from 0 to ${LONGEST_DELAY}.`);
}
