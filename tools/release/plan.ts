import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cut, dateOf, includesLine, ReleaseError, sectionOf, unreleased } from './changelog.ts';
import { HISTORY, manifestWith, withVersion } from './mentions.ts';
import { git, gitLines, messagesSince } from './run.ts';
import { isCandidate, lastFinal, levelOf, nextVersion } from './version.ts';

/** What a release will be. */
export interface Plan {
  readonly version: string;
  readonly tag: string;
  readonly date: string;
  /** Why it is this version, for the maintainer. */
  readonly reason: string;
  /** Whether package.json and CHANGELOG.md have the version already, so that the release needs no commit. */
  readonly isPrepared: boolean;
}

export interface PlanOptions {
  /** Whether the version is a candidate; if undefined, it is what the current version is. */
  readonly candidate: boolean | undefined;
  readonly date: string;
  /** The revision of the requirements that the gate judges by. */
  readonly requirements: string;
}

/** Decides the version: the one in package.json if it is not tagged yet, else the next one by the commits since the last tag. */
export async function planRelease(folder: string, options: PlanOptions): Promise<Plan> {
  const [changelog, manifest] = await Promise.all(
    ['CHANGELOG.md', 'package.json'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  const present = JSON.parse(manifest as string).version as string;
  const tags = await gitLines(folder, 'tag', '--list', 'v*');
  if (!tags.includes(`v${present}`)) return prepared(changelog as string, present);
  const last = lastFinal(tags);
  const since = await messagesSince(folder, `v${present}`);
  const candidate = options.candidate ?? isCandidate(present);
  const level = levelOf(await messagesSince(folder, last));
  const isFinalOfCandidate = isCandidate(present) && !candidate;
  if (level === null || (levelOf(since) === null && !isFinalOfCandidate)) {
    throw new ReleaseError(`Nothing to release: no commit since v${present} is a feat, a fix or a perf.`);
  }
  if (unreleased(changelog as string) === '' && !isFinalOfCandidate) {
    throw new ReleaseError('CHANGELOG.md has nothing under [Unreleased]; say there what changed for users.');
  }
  const version = nextVersion(tags, level, candidate);
  const reason = `${since.length} commits since v${present}; a ${level} change since ${last ?? 'the beginning'}`;
  return { version, tag: `v${version}`, date: options.date, reason, isPrepared: false };
}

function prepared(changelog: string, version: string): Plan {
  const date = dateOf(changelog, version);
  if (date === null) throw new ReleaseError(`CHANGELOG.md has no section [${version}] with a date.`);
  if (unreleased(changelog) !== '') {
    throw new ReleaseError(
      `${version} is not released yet, so move what is under [Unreleased] into its section.`,
    );
  }
  const reason = 'package.json and CHANGELOG.md have it, and it has no tag';
  return { version, tag: `v${version}`, date, reason, isPrepared: true };
}

/** The release of the tag that is checked out. */
export async function taggedRelease(folder: string): Promise<Plan> {
  const [changelog, manifest] = await Promise.all(
    ['CHANGELOG.md', 'package.json'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  const version = JSON.parse(manifest as string).version as string;
  const tags = await gitLines(folder, 'tag', '--points-at', 'HEAD');
  if (!tags.includes(`v${version}`)) {
    throw new ReleaseError(`The commit has no tag v${version}, the version in package.json.`);
  }
  return { ...prepared(changelog as string, version), reason: 'the tag that is checked out' };
}

/** The line of the changelog about the contract and the requirements of a release. These must be frozen. */
export async function includedIn(folder: string, requirements: string): Promise<string> {
  const contract = parse(await readFile(join(folder, 'openapi/form-2.yaml'), 'utf8')).info.version as string;
  if (!existsSync(join(folder, 'conformance/contract/revisions', `${requirements}.yaml`))) {
    throw new ReleaseError(
      `Requirements ${requirements} are not frozen; run \`npx node conformance/contract/freeze.ts\`.`,
    );
  }
  return includesLine(contract, requirements);
}

/** Fails unless the section of a version says what it includes. */
export async function checkIncludes(folder: string, version: string, includes: string): Promise<void> {
  const section = sectionOf(await readFile(join(folder, 'CHANGELOG.md'), 'utf8'), version);
  if (!section?.startsWith(`${includes}\n`)) {
    throw new ReleaseError(`Section [${version}] of CHANGELOG.md must begin with “${includes}”.`);
  }
}

/** Commits the changelog's section, and the new version everywhere. */
export async function commitRelease(folder: string, plan: Plan, includes: string): Promise<void> {
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
  const present = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version as string;
  for (const file of await filesNaming(folder, present)) {
    await edit(file, (text) => withVersion(text, present, plan.version));
  }
  await edit('CHANGELOG.md', (text) => cut(text, plan.version, plan.date, includes));
  for (const file of ['package.json', 'package-lock.json']) {
    await edit(file, (text) => manifestWith(text, plan.version));
  }
  await git(folder, 'commit', '--quiet', '--all', '--message', `chore(release): ${plan.version}`);
}

/** The tracked files, except those about history, that contain a version. */
async function filesNaming(folder: string, version: string): Promise<readonly string[]> {
  const without = HISTORY.map((path) => `:!${path}`);
  return gitLines(folder, 'grep', '-lIF', `${version}`, '--', '.', ...without).catch(
    (error: { code?: number }) => {
      // Nothing was found.
      if (error.code === 1) return [];
      throw error;
    },
  );
}
