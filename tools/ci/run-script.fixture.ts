import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showIfTestFails } from '../testing/show-if-test-fails.fixture.ts';

/** The exit code of a script, and its output. */
export interface ScriptRun {
  readonly code: number | null;
  readonly log: string;
}

/** Runs a program with its arguments to its end, in a folder and with only these variables. */
export function runScript(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ScriptRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    showIfTestFails([program, ...args].join(' '), () => log);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, log }));
  });
}

/** A gate that prints its arguments, one a line, and exits with GATE_EXIT; its other commands succeed. */
const GATE = `printf '<%s>\\n' "$@"
[ "$1" != conformance ] || exit "$GATE_EXIT"`;

const STAND_INS: Readonly<Record<string, string>> = {
  // Prints what it installs, which comes last.
  npm: `for last; do :; done
echo "npm installs $last"
mkdir -p node_modules/.bin
cp "$STAND_IN_PROGRAM" node_modules/.bin/queue-headcount`,
  // Without its own options and the name of the package, which come first.
  npx: `while [ "\${1#-}" != "$1" ]; do shift; done; shift
exec "$STAND_IN_PROGRAM" "$@"`,
  gate: GATE,
};

/**
 * Variables with which scripts find this Node.js, and an `npm` and an `npx` that install and run a gate without a registry: the
 * stand-in above, unless `STAND_IN_PROGRAM` names another program. `parent` gets a folder with them.
 */
export function standInsForNpm(parent: string): NodeJS.ProcessEnv {
  const folder = join(parent, 'stand-ins');
  mkdirSync(folder);
  for (const [name, script] of Object.entries(STAND_INS))
    writeFileSync(join(folder, name), `#!/bin/sh\nset -e\n${script}\n`, { mode: 0o755 });
  return {
    PATH: `${folder}:${join(process.execPath, '..')}:${process.env['PATH']}`,
    HOME: folder,
    STAND_IN_PROGRAM: join(folder, 'gate'),
    GATE_EXIT: '0',
  };
}
