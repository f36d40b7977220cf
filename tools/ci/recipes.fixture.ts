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
  /** Whether the system shows a warning instead of a failure, or null if the script itself decides. */
  readonly warnsAt: number | null;
  /** What a script prints for a warning. */
  readonly warning: RegExp;
}

type Steps = readonly { readonly run?: { readonly command: string } }[];
const strict = ['bash', '-e', '-o', 'pipefail', '-c'];
const inWords = /^WARNING: the deployment could not be judged$/m;

function gitlab(): Recipe {
  const { conformance: job } = parse(recipeText('gitlab.yml'));
  const scripts = [job.before_script, job.script].map((lines: readonly string[]) => lines.join('\n'));
  const warnsAt = job.allow_failure.exit_codes;
  return { name: 'gitlab.yml', shell: strict, env: job.variables, scripts, warnsAt, warning: inWords };
}

function circleci(): Recipe {
  const { conformance: job } = parse(recipeText('circleci.yml')).jobs;
  const scripts = (job.steps as Steps).flatMap(({ run }) => run?.command ?? []);
  return {
    name: 'circleci.yml',
    shell: strict,
    env: job.environment,
    scripts,
    warnsAt: null,
    warning: inWords,
  };
}

function azure(): Recipe {
  const { jobs, variables } = parse(recipeText('azure-pipelines.yml'));
  const scripts = (jobs[0].steps as readonly { bash?: string }[]).flatMap(({ bash }) => bash ?? []);
  const warning = /^##vso\[task\.complete result=SucceededWithIssues;\]$/m;
  return {
    name: 'azure-pipelines.yml',
    shell: ['bash', '-c'],
    env: variables,
    scripts,
    warnsAt: null,
    warning,
  };
}

/** Only its shell scripts and the code at which it is unstable are read: nothing here runs Groovy. */
function jenkins(): Recipe {
  const text = recipeText('Jenkinsfile');
  const scripts = [...text.matchAll(/'''(.*?)'''|\bsh '(.*?)'$/gms)].map(
    ([, long, short]) => long ?? short ?? '',
  );
  const GATE = /^ *GATE = '(.*)'$/m.exec(text)?.[1] ?? '';
  const warnsAt = Number(/if \(code == (\d)\) \{\s+unstable\(/.exec(text)?.[1]);
  return {
    name: 'Jenkinsfile',
    shell: ['sh', '-xe', '-c'],
    env: { GATE },
    scripts,
    warnsAt,
    warning: inWords,
  };
}

/** One script, which also installs. */
function plain(): Recipe {
  const name = 'conformance.sh';
  return { name, shell: ['sh', '-c'], env: {}, scripts: [recipeText(name)], warnsAt: null, warning: inWords };
}

/** The recipes whose scripts a shell can run. */
export const recipes: readonly Recipe[] = [gitlab(), circleci(), azure(), jenkins(), plain()];

/** What the system shows for the exit code of the last script. */
export function resultOf({ warnsAt, warning }: Recipe, code: number | null, log: string): string {
  if (code !== 0) return code === warnsAt ? 'warns' : 'fails';
  return warning.test(log) ? 'warns' : 'passes';
}
