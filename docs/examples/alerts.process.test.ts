import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROMTOOL = process.env['PROMTOOL'] ?? 'promtool';
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;
if (!hasPromtool && process.env['REQUIRE_PROMTOOL'] === '1')
  throw new Error(`REQUIRE_PROMTOOL=1, but ${PROMTOOL} is missing; it is in Debian's package prometheus`);

it.skipIf(!hasPromtool)('the alerts fire when their tests say, with these texts', () => {
  const { stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', 'alerts.test.yml'], { cwd: FOLDER });
  expect(`${stdout}${stderr}`).toMatch(/^Unit Testing: {2}alerts\.test\.yml\n {2}SUCCESS\n\s*$/);
});

it('every alert has a test in which it fires', () => {
  const read = (file: string) => parse(readFileSync(`${FOLDER}${file}`, 'utf8'));
  const rules: readonly { alert: string }[] = read('alerts.yml').groups[0].rules;
  const tests: readonly { alert_rule_test: readonly { alertname: string; exp_alerts?: object }[] }[] =
    read('alerts.test.yml').tests;
  const fired = tests.flatMap((test) => test.alert_rule_test).filter(({ exp_alerts }) => exp_alerts);
  expect(new Set(fired.map(({ alertname }) => alertname))).toEqual(new Set(rules.map(({ alert }) => alert)));
});
