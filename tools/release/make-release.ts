import { type Artifact, buildArtifacts } from './artifacts.ts';
import { ReleaseError } from './changelog.ts';
import { checkIncludes, commitRelease, includedIn, type Plan, planRelease, taggedRelease } from './plan.ts';
import { git, gitLines, runScript } from './run.ts';

const BRANCH = 'main';

/** How a release is made. */
export interface ReleaseOptions {
  /** `release` commits and tags, `dry-run` undoes the commit, `from-tag` builds the release that is checked out. */
  readonly mode: 'dry-run' | 'from-tag' | 'release';
  readonly candidate: boolean | undefined;
  /** The day of a new release, `YYYY-MM-DD`. */
  readonly date: string;
  /** The revision of the requirements that the gate judges by. */
  readonly requirements: string;
  /** Gets a line for each step. */
  readonly say: (line: string) => void;
}

export interface MadeRelease {
  readonly plan: Plan;
  readonly artifacts: readonly Artifact[];
}

/** Makes a release of the project in a folder. Throws a `ReleaseError` if something is missing; then nothing has changed. */
export async function makeRelease(folder: string, options: ReleaseOptions): Promise<MadeRelease> {
  const { mode, say } = options;
  const branch = await checkTree(folder, options);
  const includes = await includedIn(folder, options.requirements);
  const plan = await (mode === 'from-tag' ? taggedRelease(folder) : planRelease(folder, options));
  say(`version    ${plan.version} of ${plan.date}: ${plan.reason}`);
  // A new commit is made beside the branch, which moves only when everything is built.
  if (!plan.isPrepared) await git(folder, 'switch', '--quiet', '--detach');
  try {
    if (!plan.isPrepared) await commitRelease(folder, plan, includes);
    await checkIncludes(folder, plan.version, includes);
    say(`commit     ${await git(folder, 'log', '-1', '--format=%h %s')}${plan.isPrepared ? '' : ' (new)'}`);
    say(`includes   ${includes}`);
    await runScript(folder, 'contract', '--check');
    say('checked    the contract is fresh, and has the shape of its release');
    const artifacts = await buildArtifacts(folder, plan.version, (line) => say(`built      ${line}`));
    if (mode === 'release') await keep(folder, branch, plan);
    return { plan, artifacts };
  } finally {
    if (!plan.isPrepared) await backTo(folder, branch);
  }
}

/** Fails unless what is committed is what will be built. Returns the branch. */
async function checkTree(folder: string, { mode, say }: ReleaseOptions): Promise<string> {
  const changed = await gitLines(folder, 'status', '--porcelain');
  if (changed.length > 0) throw new ReleaseError(`Commit or remove these first:\n  ${changed.join('\n  ')}`);
  const branch = await git(folder, 'branch', '--show-current');
  if (mode !== 'from-tag' && branch !== BRANCH) throw new ReleaseError(`Switch to ${BRANCH} first.`);
  say(`checked    the tree is clean${branch === '' ? '' : `, on ${branch}`}`);
  say('assumed    `npm test` passes here; the workflow runs it before it publishes');
  return branch;
}

async function keep(folder: string, branch: string, { version, tag, isPrepared }: Plan): Promise<void> {
  const commit = await git(folder, 'rev-parse', 'HEAD');
  if (!isPrepared) {
    await git(folder, 'switch', '--quiet', branch);
    await git(folder, 'merge', '--quiet', '--ff-only', commit);
  }
  await git(folder, 'tag', '--annotate', tag, '--message', `Queue Headcount ${version}`);
}

/** Leaves a commit that is not on the branch, and what was changed for it. */
async function backTo(folder: string, branch: string): Promise<void> {
  await git(folder, 'switch', '--quiet', '--discard-changes', branch);
}
