import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WORKFLOWS = '.github/workflows';
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}
interface Workflow {
  readonly on: object;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  /** A workflow of this project, which is tested itself. */
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

/** The jobs with steps of their own. */
const ownJobs = ({ jobs }: Workflow) => Object.values(jobs).filter(({ uses = '' }) => !uses.startsWith('./'));

const expressionInScript = ({ run = '' }: Step) => run.includes('${{');

describe.each(readdirSync(join(PROJECT, WORKFLOWS)))('the workflow %s', (name) => {
  const workflow: Workflow = parse(read(`${WORKFLOWS}/${name}`));
  const jobs = ownJobs(workflow);
  const steps = jobs.flatMap((job) => job.steps);

  it('may only read by default, ends in time, and does not run twice at once', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.concurrency).toBeDefined();
    // In a workflow that another one calls, it would be the caller's own group, and wait for itself.
    if ('workflow_call' in workflow.on)
      expect(JSON.stringify(workflow.concurrency)).not.toContain('github.workflow');
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  it('has no expressions in scripts', () => {
    expect(steps.filter(expressionInScript)).toEqual([]);
  });
});

describe('action.yml', () => {
  const text = read('action.yml');
  const action: { readonly runs: { readonly steps: readonly Step[] } } = parse(text);

  it('has no expressions in scripts', () => {
    expect(action.runs.steps.filter(expressionInScript)).toEqual([]);
  });

  it('uses only inputs that it declares', () => {
    const { inputs }: { readonly inputs: object } = parse(text);
    const used = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(inputs).toSorted());
  });

  it('gets only inputs that it declares, and those that it requires, from workflows and recipes', () => {
    const inputs: Readonly<Record<string, { readonly required?: boolean }>> = parse(text).inputs;
    const required = Object.keys(inputs).filter((name) => inputs[name]?.required);
    const folders = [WORKFLOWS, 'docs/examples/ci'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(PROJECT, folder)).map((name) => `${folder}/${name}`),
    );
    const uses = files
      .filter((file) => file.startsWith(WORKFLOWS) || /github[^/]*$/.test(file))
      .flatMap((file) => ownJobs(parse(read(file))))
      .flatMap(({ steps }) => steps)
      .filter((step) => /^(\.\/|queue-headcount\/queue-headcount@.*)$/.test(step.uses ?? ''));
    expect(uses.length).toBeGreaterThan(2);
    for (const { with: given = {} } of uses) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      expect(Object.keys(given)).toEqual(expect.arrayContaining(required));
    }
  });
});
