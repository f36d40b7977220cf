import { isScenarioName, SCENARIO_NAMES, type ScenarioName } from '../scenarios.ts';
import { BadRequest } from '../service/bad-request.ts';

/** What a request asks of the mock itself, as in the `Prefer` header. */
export interface Preferences {
  readonly scenario: ScenarioName | null;
  /** The status of the response. */
  readonly code: number | null;
  /** Milliseconds to wait before the response. */
  readonly delay: number | null;
}

/** The statuses that a request can ask for. */
export const CODES = [200, 400, 401, 404, 429, 500, 503] as const;
/** The longest delay, in milliseconds. */
const LONGEST_DELAY = 60_000;

/** Each preference: which values are allowed, and what a problem says about another one. */
const KINDS = {
  example: {
    isAllowed: isScenarioName,
    otherwise: (value: string) => `unknown scenario "${value}". Use one of ${SCENARIO_NAMES.join(', ')}.`,
  },
  code: {
    isAllowed: (value: string) => CODES.some((code) => String(code) === value),
    otherwise: (value: string) => `"${value}" is not supported. Use one of ${CODES.join(', ')}.`,
  },
  delay: {
    isAllowed: (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= LONGEST_DELAY,
    otherwise: (value: string) =>
      `"${value}" is not a whole number of milliseconds from 0 to ${LONGEST_DELAY}.`,
  },
};

/**
 * Reads `Prefer: example=closing-soon, code=429, delay=2000` and `?__example=…&__code=…&__delay=…`; the header takes precedence.
 * Other preferences in the header are ignored, as HTTP requires.
 *
 * @throws {BadRequest} if a value is not allowed, or the name of another parameter begins with `__`
 */
export function readPreferences(prefer: string | undefined, query: URLSearchParams): Preferences {
  const names = Object.keys(KINDS).map((kind) => `__${kind}`);
  const unknown = [...query.keys()].find((name) => name.startsWith('__') && !names.includes(name));
  if (unknown !== undefined) {
    const message = `unknown parameter. The mock accepts ${names.join(', ')}.`;
    throw new BadRequest({ parameter: unknown, message });
  }
  const preferred = preferencesIn(prefer);
  const read = (kind: keyof typeof KINDS): string | null => {
    const value = preferred.get(kind) ?? query.get(`__${kind}`);
    if (value === null || KINDS[kind].isAllowed(value)) return value;
    const parameter = preferred.has(kind) ? `Prefer: ${kind}` : `__${kind}`;
    throw new BadRequest({ parameter, message: KINDS[kind].otherwise(value) });
  };
  const numberIn = (kind: 'code' | 'delay') => {
    const value = read(kind);
    return value === null ? null : Number(value);
  };
  return {
    scenario: read('example') as ScenarioName | null,
    code: numberIn('code'),
    delay: numberIn('delay'),
  };
}

function preferencesIn(header = ''): ReadonlyMap<string, string> {
  const found = header.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;"]*))/g);
  return new Map(
    [...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? '']),
  );
}
