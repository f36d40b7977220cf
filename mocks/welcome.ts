import type { Form } from './form-document.ts';
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName, SITUATIONS, type SituationName } from './scenarios.ts';

/** The text that the mock prints when it starts, and serves at `/`. */
export function welcome(about: {
  readonly url: string;
  readonly form: Form;
  readonly scene: SituationName;
  readonly timeZone: string;
  /** The time at which the clock is frozen, or at which a play starts; undefined if the clock runs. */
  readonly time: string | undefined;
  /** How many times as fast as real time a play passes. */
  readonly speed: number;
  readonly paths: readonly string[];
  /** The choices that this deployment makes and others may not. */
  readonly varies: readonly string[];
}): string {
  const { url, form, scene, timeZone, time, speed, paths, varies } = about;
  const width = Math.max(...SCENARIO_NAMES.map((name) => name.length));
  const marked = (name: ScenarioName): string =>
    `  ${name === scene ? '*' : ' '} ${name.padEnd(width)}  ${SCENARIOS[name].about}`;
  const isPlay = SITUATIONS[scene].peak !== null;
  const clock = isPlay ? `${speed} times as fast as real time, from` : 'frozen at';
  return [
    '',
    `  Mock of Queue Headcount, Form ${form}, at ${url}`,
    `  Time zone ${timeZone}${time === undefined ? '' : `, clock ${clock} ${time}`}. Any API key works.`,
    '',
    `  curl -H "Authorization: Token any" ${url}/api/v1/status`,
    `  curl -H "Authorization: Token any" -H "Prefer: example=closing-soon" ${url}/api/v1/status`,
    '',
    ...[...paths, '/openapi.yaml'].map((path) => `    ${url}${path}`),
    '',
    ...(isPlay ? [`  Plays ${scene}: ${SITUATIONS[scene].about}`, ''] : []),
    `  Scenarios (${isPlay ? 'choose one' : '* is the default; choose another'} with Prefer: example=NAME or ?__example=NAME)`,
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
