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
const KINDS = ['example', 'code', 'delay'] as const;

/**
 * Reads `Prefer: example=closing-soon, code=429, delay=2000` and `?__example=…&__code=…&__delay=…`; the header takes precedence.
 * Other preferences in the header are ignored, as HTTP requires.
 *
 * @throws {BadRequest} if a value is not allowed, or the name of another parameter begins with `__`
 */
export function readPreferences(prefer: string | undefined, query: URLSearchParams): Preferences {
  for (const name of query.keys()) {
    if (name.startsWith('__') && !KINDS.some((kind) => name === `__${kind}`)) {
      const names = KINDS.map((kind) => `__${kind}`).join(', ');
      throw new BadRequest({ parameter: name, message: `unknown parameter. The mock accepts ${names}.` });
    }
  }
  const preferred = preferencesIn(prefer);
  const [example, code, delay] = KINDS.map((kind) => {
    const value = preferred.get(kind);
    if (value !== undefined) return { name: `Prefer: ${kind}`, value };
    const inQuery = query.get(`__${kind}`);
    return inQuery === null ? undefined : { name: `__${kind}`, value: inQuery };
  });
  return { scenario: scenarioOf(example), code: codeOf(code), delay: delayOf(delay) };
}

interface Preference {
  readonly name: string;
  readonly value: string;
}

function preferencesIn(header = ''): ReadonlyMap<string, string> {
  const found = header.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;"]*))/g);
  return new Map(
    [...found].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? '']),
  );
}

function scenarioOf(preference: Preference | undefined): ScenarioName | null {
  if (preference === undefined) return null;
  const { name, value } = preference;
  if (isScenarioName(value)) return value;
  throw new BadRequest({
    parameter: name,
    message: `unknown scenario "${value}". Use one of ${SCENARIO_NAMES.join(', ')}.`,
  });
}

function codeOf(preference: Preference | undefined): number | null {
  if (preference === undefined) return null;
  const { name, value } = preference;
  if (CODES.some((code) => String(code) === value)) return Number(value);
  throw new BadRequest({
    parameter: name,
    message: `"${value}" is not supported. Use one of ${CODES.join(', ')}.`,
  });
}

function delayOf(preference: Preference | undefined): number | null {
  if (preference === undefined) return null;
  const { name, value } = preference;
  if (/^\d{1,5}$/.test(value) && Number(value) <= LONGEST_DELAY) return Number(value);
  throw new BadRequest({
    parameter: name,
    message: `"${value}" is not a whole number of milliseconds from 0 to ${LONGEST_DELAY}.`,
  });
}
