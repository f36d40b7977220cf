import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Contexts, interpolate, isTrue } from './evaluate.fixture.ts';
import { runScript, type ScriptRun } from './run-script.fixture.ts';

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: 'composite'; readonly steps: readonly Step[] };
}

/** What a job of GitHub shows of an action. */
export interface ActionRun {
  /** The result of each step, by its name. */
  readonly steps: Readonly<Record<string, 'success' | 'failure' | 'skipped'>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** The job's summary, in Markdown. */
  readonly summary: string;
  readonly log: string;
  /** Actions that it would have used, with their inputs; they are not run. */
  readonly uses: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Where an action runs. */
export interface Job {
  /** The action's folder, with `action.yml`. */
  readonly action: string;
  /** The calling repository. */
  readonly workspace: string;
  /** A folder that GitHub empties before each job. */
  readonly temporary: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a composite action as the runner of GitHub does, with bash, its files and its variables. */
export async function runAction(job: Job, given: Readonly<Record<string, string>>): Promise<ActionRun> {
  const action: Action = parse(readFileSync(join(job.action, 'action.yml'), 'utf8'));
  const inputs: Record<string, string> = {};
  for (const [name, { default: value = '' }] of Object.entries(action.inputs))
    inputs[name] = given[name] ?? String(value);
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const results: Record<string, ActionRun['steps'][string]> = {};
  const uses: Record<string, Record<string, string>> = {};
  const summary = join(job.temporary, 'summary.md');
  writeFileSync(summary, '');
  let log = '';
  for (const [at, step] of action.runs.steps.entries()) {
    const failed = Object.values(results).includes('failure');
    const contexts: Contexts = {
      values: { inputs, steps, github: { action_path: job.action, workspace: job.workspace } },
      statuses: { success: !failed, failure: failed, always: true, cancelled: false },
    };
    if (!isTrue(step.if, contexts)) {
      results[step.name] = 'skipped';
      continue;
    }
    const filled = (record: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, interpolate(String(value), contexts)]),
      );
    if (step.uses !== undefined) {
      uses[step.uses] = filled(step.with);
      results[step.name] = 'success';
      continue;
    }
    if (step.shell !== 'bash') throw new Error(`${step.name}: a step of a composite action names its shell`);
    const output = join(job.temporary, `output-${at}`);
    writeFileSync(output, '');
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
    const ran = await runStep(job, interpolate(step.run ?? '', contexts), { ...filled(step.env), ...files });
    log += ran.log;
    results[step.name] = ran.code === 0 ? 'success' : 'failure';
    if (step.id !== undefined) steps[step.id] = { outputs: readOutputs(readFileSync(output, 'utf8')) };
  }
  const contexts: Contexts = { values: { inputs, steps, github: {} }, statuses: {} };
  const outputs = Object.entries(action.outputs).map(
    ([name, { value }]) => [name, interpolate(value, contexts)] as const,
  );
  return {
    steps: results,
    outputs: Object.fromEntries(outputs),
    summary: readFileSync(summary, 'utf8'),
    log,
    uses,
  };
}

/** Runs a script as `shell: bash` does: from a file, in the workspace. */
function runStep(
  { action, workspace, temporary, env }: Job,
  script: string,
  variables: Readonly<Record<string, string>>,
): Promise<ScriptRun> {
  const file = join(temporary, 'step.sh');
  writeFileSync(file, script);
  return runScript(['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', file], workspace, {
    ...env,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: action,
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temporary,
    ...variables,
  });
}

/** Reads a file of outputs: `name=value` lines, and `name<<end` blocks. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', kind, rest = ''] = /^([^=<]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (kind === '=') outputs[name] = rest;
    else if (kind === '<<') {
      const end = lines.indexOf(rest);
      if (end < 0) throw new Error(`the output ${name} does not end with ${rest}`);
      outputs[name] = lines
        .splice(0, end + 1)
        .slice(0, -1)
        .join('\n');
    } else if (line !== '') throw new Error(`GitHub would reject this line of outputs: ${line}`);
  }
  return outputs;
}
