import type { Form } from './form-shape.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios.ts';

/** What the mock says when it starts, and at `/`. */
export function welcome(about: {
  readonly url: string;
  readonly form: Form;
  readonly scenario: ScenarioName;
  readonly timeZone: string;
  /** Where the clock stands, if it does. */
  readonly now: string | null;
  readonly paths: readonly string[];
}): string {
  const { url, form, scenario, timeZone, now, paths } = about;
  const width = Math.max(...SCENARIO_NAMES.map((name) => name.length));
  const marked = (name: ScenarioName): string =>
    `  ${name === scenario ? '*' : ' '} ${name.padEnd(width)}  ${SCENARIOS[name].about}`;
  return [
    '',
    `  Mock of Queue Headcount, Form ${form}, at ${url}`,
    `  Time zone ${timeZone}${now === null ? '' : `, the clock stands at ${now}`}. Any key will do.`,
    '',
    `  curl -H "Authorization: Token any" ${url}/api/v1/status`,
    `  curl -H "Authorization: Token any" -H "Prefer: example=closing-soon" ${url}/api/v1/status`,
    '',
    ...[...paths, '/openapi.yaml'].map((path) => `    ${url}${path}`),
    '',
    '  Scenarios (* unless a request says Prefer: example=NAME or ?__example=NAME)',
    ...SCENARIO_NAMES.map(marked),
    '',
    '  Errors: Prefer: code=401, 429 or 500; slow: Prefer: delay=3000 (or ?__code=, ?__delay=)',
    '  Stop: Ctrl-C',
    '',
  ].join('\n');
}
