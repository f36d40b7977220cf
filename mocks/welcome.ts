import type { Form } from './form-document.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios.ts';

/** The text that the mock prints when it starts, and serves at `/`. */
export function welcome(about: {
  readonly url: string;
  readonly form: Form;
  readonly scenario: ScenarioName;
  readonly timeZone: string;
  /** The time of the frozen clock; null if the clock runs. */
  readonly now: string | null;
  readonly paths: readonly string[];
  /** What other deployments may do, and this one does. */
  readonly varies: readonly string[];
}): string {
  const { url, form, scenario, timeZone, now, paths, varies } = about;
  const width = Math.max(...SCENARIO_NAMES.map((name) => name.length));
  const marked = (name: ScenarioName): string =>
    `  ${name === scenario ? '*' : ' '} ${name.padEnd(width)}  ${SCENARIOS[name].about}`;
  return [
    '',
    `  Mock of Queue Headcount, Form ${form}, at ${url}`,
    `  Time zone ${timeZone}${now === null ? '' : `, clock frozen at ${now}`}. Any API key works.`,
    '',
    `  curl -H "Authorization: Token any" ${url}/api/v1/status`,
    `  curl -H "Authorization: Token any" -H "Prefer: example=closing-soon" ${url}/api/v1/status`,
    '',
    ...[...paths, '/openapi.yaml'].map((path) => `    ${url}${path}`),
    '',
    '  Scenarios (* is the default; choose another with Prefer: example=NAME or ?__example=NAME)',
    ...SCENARIO_NAMES.map(marked),
    '',
    ...(varies.length === 0
      ? []
      : ['  Varies, as other deployments may:', ...varies.map((text) => `    ${text}`), '']),
    '  Errors: Prefer: code=401, 429 or 503. Slow responses: Prefer: delay=3000. (Or use ?__code= and ?__delay=)',
    '  Stop: Ctrl-C',
    '',
  ].join('\n');
}
