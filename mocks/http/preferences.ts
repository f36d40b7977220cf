import { isScenarioName, SCENARIO_NAMES, type ScenarioName } from '../scenarios.ts';
import { BadRequest } from '../service/parameters.ts';

/** The wishes of a request for the mock itself, as in the `Prefer` header. */
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
const NAMES = ['__example', '__code', '__delay'];

/**
 * Reads `Prefer: example=closing-soon, code=429, delay=2000` and `?__example=…&__code=…&__delay=…`; the header takes precedence.
 * Other preferences in the header are ignored, as HTTP requires.
 *
 * @throws {BadRequest} if a value is not allowed, or the name of another parameter begins with `__`
 */
export function readPreferences(prefer: string | undefined, query: URLSearchParams): Preferences {
  const unknown = [...query.keys()].find((name) => name.startsWith('__') && !NAMES.includes(name));
  if (unknown !== undefined) {
    const message = `unknown parameter. The mock accepts ${NAMES.join(', ')}.`;
    throw new BadRequest({ parameter: unknown, message });
  }
  const found = (prefer ?? '').matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;"]*))/g);
  const preferred = new Map(
    [...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]),
  );
  const read = (
    name: string,
    isAllowed: (value: string) => boolean,
    otherwise: (value: string) => string,
  ) => {
    const value = preferred.get(name) ?? query.get(`__${name}`);
    if (value === null || isAllowed(value)) return value;
    const parameter = preferred.has(name) ? `Prefer: ${name}` : `__${name}`;
    throw new BadRequest({ parameter, message: otherwise(value) });
  };
  const scenario = read(
    'example',
    isScenarioName,
    (value) => `unknown scenario "${value}". Use one of ${SCENARIO_NAMES.join(', ')}.`,
  );
  const code = read(
    'code',
    (value) => CODES.some((one) => String(one) === value),
    (value) => `"${value}" is not supported. Use one of ${CODES.join(', ')}.`,
  );
  const delay = read(
    'delay',
    (value) => /^\d{1,5}$/.test(value) && Number(value) <= LONGEST_DELAY,
    (value) => `"${value}" is not a whole number of milliseconds from 0 to ${LONGEST_DELAY}.`,
  );
  return {
    scenario: scenario as ScenarioName | null,
    code: code === null ? null : Number(code),
    delay: delay === null ? null : Number(delay),
  };
}
