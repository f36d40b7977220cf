import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT = new URL('../../', import.meta.url);

/** The version that the next release has. */
export const { version: VERSION }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('package.json', PROJECT), 'utf8'),
);

/** The program of this checkout. With `GATE_EXIT`, the gate only prints its arguments and exits with that code. */
const PROGRAM = `#!/usr/bin/env node
const code = process.env.GATE_EXIT;
if (code === undefined) await import(${JSON.stringify(fileURLToPath(new URL('src/cli/commands/headcount.mjs', PROJECT)))});
else {
  console.log(JSON.stringify(process.argv.slice(2)));
  process.exitCode = process.argv[2] === 'conformance' ? Number(code) : 0;
}
`;

/** A package that runs the programs of this checkout. Building the real one takes longer, and its own tests cover it. */
export function packStandIn(folder: string): {
  tarball: string;
  manifest: { name: string; version: string };
} {
  const manifest = {
    name: 'queue-headcount',
    version: VERSION,
    type: 'module',
    bin: { 'queue-headcount': 'bin.js', headcount: 'bin.js' },
  };
  const source = join(folder, 'stand-in');
  mkdirSync(source);
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'bin.js'), PROGRAM);
  chmodSync(join(source, 'bin.js'), 0o755);
  const tarball = join(folder, 'stand-in.tgz');
  execFileSync('tar', ['-czf', tarball, '--transform', 's,^\\.,package,', '-C', source, '.']);
  return { tarball, manifest };
}

/**
 * Installs a tarball with npm, and returns a folder with an `npm` that installs a copy of that, whatever its arguments are, and an
 * `npx` that runs its program.
 */
export async function standInForNpm(
  folder: string,
  tarball: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  const install = ['install', '--prefix', '.', '--no-audit', '--no-fund', tarball];
  await promisify(execFile)('npm', install, { cwd: installed, env });
  const bin = join(folder, 'stand-ins');
  mkdirSync(bin);
  for (const [name, script] of [
    ['npm', `cp -R '${installed}/node_modules' .`],
    // Without options and the name of the package, which come first.
    [
      'npx',
      `while [ "\${1#-}" != "$1" ]; do shift; done; shift\nexec '${installed}/node_modules/.bin/queue-headcount' "$@"`,
    ],
  ] as const)
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}
