import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** How to start the program: as its installation says, in a checkout, or from the package. */
export const PROGRAM =
  process.env['HEADCOUNT_PROGRAM'] ??
  (extname(import.meta.url) === '.ts' ? 'npx --no-install headcount' : 'npx queue-headcount');

/** The folder of the checkout or of the installed package. */
const ROOT = new URL('../../../', import.meta.url);

interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
  /** The commit of a package. */
  readonly gitHead?: string;
}

/** The package.json of the checkout or of the installed package. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
}

/** The commit that the program was made from: of a checkout what git says, with `-dirty` if files have changed; else `unknown`. */
export function commit(): string {
  const { gitHead } = manifest();
  if (gitHead !== undefined) return gitHead;
  // An installed package may be in the checkout of another project.
  if (extname(import.meta.url) !== '.ts') return 'unknown';
  try {
    return execFileSync('git', ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
