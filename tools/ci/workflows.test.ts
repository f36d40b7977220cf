import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WORKFLOWS = '.github/workflows';
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

interface Job {
  /** A workflow of this project, which is tested itself. */
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Step {
  readonly run?: string;
}

const expressionInScript = ({ run = '' }: Step) => run.includes('${{');

it.each(readdirSync(join(PROJECT, WORKFLOWS)))(
  'the workflow %s may only read by default, ends in time, does not run twice at once, and has no expressions in scripts',
  (name) => {
    const workflow = parse(read(`${WORKFLOWS}/${name}`));
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.concurrency).toBeDefined();
    // In a workflow that another one calls, it would be the caller's own group, and wait for itself.
    if ('workflow_call' in workflow.on)
      expect(JSON.stringify(workflow.concurrency)).not.toContain('github.workflow');
    for (const { uses = '', steps, ...job } of Object.values<Job>(workflow.jobs)) {
      if (uses.startsWith('./')) continue;
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      expect(steps.filter(expressionInScript)).toEqual([]);
    }
  },
);

it('action.yml has no expressions in scripts, and uses the inputs that it declares', () => {
  const text = read('action.yml');
  const { inputs, runs } = parse(text);
  expect(runs.steps.filter(expressionInScript)).toEqual([]);
  const used = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(inputs).toSorted());
});
