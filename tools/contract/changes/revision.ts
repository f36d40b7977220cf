import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { PROJECT } from '../bundle.ts';
import type { Members } from './shape.ts';

/** Why the documents of a revision cannot be read, as a sentence for the user. */
export class RevisionError extends Error {
  override readonly name = 'RevisionError';
}

/** The commit of a git revision; by default the newest one that the work tree shares with `main`. */
export async function commitOf(revision: string | undefined): Promise<string> {
  if (revision !== undefined)
    return git(
      ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`],
      `git knows no revision ${revision}`,
    );
  const [main = 'origin/main'] = (
    await git(['for-each-ref', '--format=%(refname)', 'refs/heads/main'], 'this is no git repository')
  )
    .split('\n')
    .filter((name) => name !== '');
  return git(['merge-base', 'HEAD', main], 'there is no branch main; name a revision after --diff');
}

/** A form's bundled document, as it was committed. */
export async function documentAt(commit: string, form: 1 | 2): Promise<Members> {
  const file = `openapi/form-${form}.yaml`;
  return parse(await git(['show', `${commit}:${file}`], `${commit.slice(0, 12)} has no ${file}`));
}

async function git(options: readonly string[], otherwise: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', options, { cwd: PROJECT, maxBuffer: 2 ** 26 });
    return stdout.trim();
  } catch (error) {
    throw new RevisionError(`${otherwise}.`, { cause: error });
  }
}
