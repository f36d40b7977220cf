import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const RECIPES = new URL('../../docs/examples/ci/', import.meta.url);

/** The text of a recipe. */
export const recipeText = (name: string): string => readFileSync(new URL(name, RECIPES), 'utf8');

/** The parts of a recipe that its system passes to a shell. */
export interface Recipe {
  readonly name: string;
  /** The shell and its options, as the system starts it. */
  readonly shell: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
}

type Steps = readonly { readonly run?: { readonly command: string } }[];
const strict = ['bash', '-e', '-o', 'pipefail', '-c'];

function gitlab(): Recipe {
  const { conformance: job } = parse(recipeText('gitlab.yml'));
  const scripts = [job.before_script, job.script].map((lines: readonly string[]) => lines.join('\n'));
  return { name: 'gitlab.yml', shell: strict, env: job.variables, scripts };
}

function circleci(): Recipe {
  const { conformance: job } = parse(recipeText('circleci.yml')).jobs;
  const scripts = (job.steps as Steps).flatMap(({ run }) => run?.command ?? []);
  return {
    name: 'circleci.yml',
    shell: strict,
    env: job.environment,
    scripts: ofGate(scripts),
  };
}

function azure(): Recipe {
  const { jobs, variables } = parse(recipeText('azure-pipelines.yml'));
  const scripts = (jobs[0].steps as readonly { bash?: string }[]).flatMap(({ bash }) => bash ?? []);
  return {
    name: 'azure-pipelines.yml',
    shell: ['bash', '-c'],
    env: variables,
    scripts: ofGate(scripts),
  };
}

/** Only its shell scripts are read: nothing here runs Groovy. */
function jenkins(): Recipe {
  const text = recipeText('Jenkinsfile');
  const scripts = [...text.matchAll(/\bsh '(.*?)'$/gm)].map(([, script]) => script ?? '');
  const GATE = /^ *GATE = '(.*)'$/m.exec(text)?.[1] ?? '';
  return {
    name: 'Jenkinsfile',
    shell: ['sh', '-xe', '-c'],
    env: { GATE },
    scripts: ofGate(scripts),
  };
}

/** One script, which also installs. */
function plain(): Recipe {
  const name = 'conformance.sh';
  return { name, shell: ['sh', '-c'], env: {}, scripts: [recipeText(name)] };
}

/** Without those that deploy. */
function ofGate(scripts: readonly string[]): readonly string[] {
  return scripts.filter((script) => script.includes('$GATE'));
}

/** The recipes whose scripts a shell can run. */
export const recipes: readonly Recipe[] = [gitlab(), circleci(), azure(), jenkins(), plain()];
