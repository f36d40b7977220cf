import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { bundleForm } from '../bundle.ts';
import { PROJECT } from '../redocly.ts';
import { compare } from './compare.ts';
import type { Change } from './rules.ts';

/**
 * `npm run contract -- --diff [REVISION]`: prints what changed in both forms since a git revision. Returns the exit code: 0 if v1 allows
 * all of it, 1 if v1 forbids some of it, 2 if the revision has no documents.
 */
export async function diffCommand(revision: string | undefined): Promise<0 | 1 | 2> {
  try {
    const commit = await commitOf(revision);
    const changesOf = async (form: 1 | 2) =>
      compare(await documentAt(commit, form), parse((await bundleForm(form)).text));
    const [one, two] = await Promise.all([changesOf(1), changesOf(2)]);
    const short = commit.slice(0, 12);
    console.log(changesReport(revision === undefined ? short : `${revision} (${short})`, { 1: one, 2: two }));
    return [...one, ...two].some(({ rule }) => rule !== undefined) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** Why the documents of a revision cannot be read, as a sentence for the user. */
class RevisionError extends Error {
  override readonly name = 'RevisionError';
}

/** The commit of a git revision; by default the newest one that the work tree shares with `main`. */
export async function commitOf(revision: string | undefined): Promise<string> {
  if (revision !== undefined)
    return git(
      ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`],
      `git knows no revision ${revision}`,
    );
  const main = await git(
    ['for-each-ref', '--format=%(refname)', 'refs/heads/main'],
    'this is no git repository',
  );
  return git(
    ['merge-base', 'HEAD', main || 'origin/main'],
    'there is no branch main; name a revision after --diff',
  );
}

/** A form's bundled document, as it was committed. */
export async function documentAt(commit: string, form: 1 | 2): Promise<object> {
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

/** The changes of both forms. */
type ChangesOfForms = { readonly 1: readonly Change[]; readonly 2: readonly Change[] };

const HELP = `Clients of v1 rely on what changed here. Add a new field, parameter or endpoint instead. If the same values are allowed as before
and only written another way, say so in the pull request (docs/decisions/0002-two-documents-from-a-base.md).`;

/** Writes the changes as Markdown: first what v1 forbids, then what it allows. */
export function changesReport(base: string, changes: ChangesOfForms): string {
  const forbidden = items(changes, ({ rule }) => rule !== undefined);
  const allowed = items(changes, ({ rule }) => rule === undefined);
  const parts = [`# Changes of the contract since ${base}`];
  if (forbidden === '' && allowed === '') parts.push('Programs notice no change in either form.');
  if (forbidden !== '') parts.push('## Forbidden within v1', forbidden, HELP);
  if (allowed !== '') parts.push('## Allowed within v1', allowed);
  return `${parts.join('\n\n')}\n`;
}

/** An item for each change, which names the form if only one has it. */
function items(changes: ChangesOfForms, isListed: (change: Change) => boolean): string {
  const [one, two] = ([1, 2] as const).map((form) => changes[form].filter(isListed).map(lineOf));
  return [...new Set([...(one ?? []), ...(two ?? [])])]
    .map((line) => {
      const only = !two?.includes(line) ? 'Form 1: ' : one?.includes(line) ? '' : 'Form 2: ';
      return `- ${only}${line}`;
    })
    .join('\n');
}

function lineOf({ place: { operation, part }, what, rule }: Change): string {
  const parts = [operation === null ? '' : `\`${operation}\``, part, what];
  return `${parts.filter((text) => text !== '').join(': ')}${rule === undefined ? '' : ` (${rule})`}`;
}
