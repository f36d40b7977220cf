/** Why nothing can be released, as a sentence for the maintainer. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

const UNRELEASED = 'Unreleased';
/** The addresses that the headings link to, at the end of the file, where they would belong to the first version. */
const LINK_DEFINITIONS = /(?:\n+\[[^\]\n]+\]: [^\n]*)+\n*$/;

/** The text below the heading of a version; null if the changelog doesn't have it. */
export function sectionOf(changelog: string, version: string): string | null {
  const [, after] = split(changelog, version) ?? [];
  return after === undefined
    ? null
    : (after.split(/^## /m)[0] as string).replace(LINK_DEFINITIONS, '').trim();
}

/** The day of a version's release, `YYYY-MM-DD`, by its heading; null if it has none. */
export function dateOf(changelog: string, version: string): string | null {
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  return / - (\d{4}-\d\d-\d\d)$/.exec(heading ?? '')?.[1] ?? null;
}

/** What is not released yet. */
export function unreleased(changelog: string): string {
  const text = sectionOf(changelog, UNRELEASED);
  if (text === null) throw new ReleaseError(`CHANGELOG.md has no section [${UNRELEASED}].`);
  return text;
}

/** Moves what is not released yet into a version, below a line about what the version includes. */
export function cut(changelog: string, version: string, date: string, includes: string): string {
  const text = unreleased(changelog) || 'No changes since the last candidate.';
  const [before, after] = split(changelog, UNRELEASED) as readonly [string, string];
  const earlier = after.slice(/^## /m.exec(after)?.index ?? after.length);
  const section = `## [${version}] - ${date}\n\n${includes}\n\n${text}\n`;
  return linked(`${before}## [${UNRELEASED}]\n\n${section}${earlier === '' ? '' : `\n${earlier}`}`, version);
}

/** Links the heading of a new version to the comparison with the version before, if the changelog has such links. */
function linked(changelog: string, version: string): string {
  return changelog.replace(
    /^\[Unreleased\]: (.+\/compare\/)(v.+)\.{3}HEAD$/m,
    `[${UNRELEASED}]: $1v${version}...HEAD\n[${version}]: $1$2...v${version}`,
  );
}

/** The first line of a version's section: the contract and the requirements that the release includes. */
export function includesLine(contract: string, requirements: string): string {
  return `Contract ${contract} · requirements ${requirements}`;
}

function split(changelog: string, version: string): readonly [before: string, after: string] | null {
  const start = changelog.indexOf(`\n## [${version}]`) + 1;
  if (start === 0) return null;
  return [changelog.slice(0, start), changelog.slice(changelog.indexOf('\n', start) + 1)];
}
