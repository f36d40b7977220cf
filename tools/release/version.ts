/** How much a release changes for its users. */
export type Level = 'major' | 'minor' | 'patch';

const SUBJECT = /^(?<type>[a-z]+)(?:\([^)]*\))?(?<breaking>!)?: /;
const LEVELS: Readonly<Record<string, Level>> = {
  feat: 'minor',
  fix: 'patch',
  perf: 'patch',
  revert: 'patch',
};
const FINAL = /^v(\d+)\.(\d+)\.(\d+)$/;
type Numbers = readonly [major: number, minor: number, patch: number];

/** What commits with these messages change for users, by the types of Conventional Commits; null if nothing. */
export function levelOf(messages: readonly string[]): Level | null {
  const levels = new Set(messages.map(levelOfOne));
  return (['major', 'minor', 'patch'] as const).find((level) => levels.has(level)) ?? null;
}

function levelOfOne(message: string): Level | undefined {
  const { type = '', breaking } = SUBJECT.exec(message)?.groups ?? {};
  return breaking !== undefined || /^BREAKING[ -]CHANGE: /m.test(message) ? 'major' : LEVELS[type];
}

/**
 * The version after the tags, such as `v1.0.0`. The level is that of all commits since the last final version, so a candidate never promises
 * less than an earlier one. Without a final version it is 1.0.0.
 */
export function nextVersion(tags: readonly string[], level: Level, isCandidate: boolean): string {
  const last = lastFinal(tags);
  const target = (last === null ? [1, 0, 0] : raised(numbersOf(last), level)).join('.');
  if (!isCandidate) return target;
  const used = tags
    .filter((tag) => tag.startsWith(`v${target}-rc.`))
    .map((tag) => Number(tag.split('-rc.')[1]));
  return `${target}-rc.${Math.max(0, ...used) + 1}`;
}

/** The tag of the last final version; null if there is none. */
export function lastFinal(tags: readonly string[]): string | null {
  const finals = tags.filter((tag) => FINAL.test(tag));
  return finals.toSorted((one, other) => compare(numbersOf(other), numbersOf(one)))[0] ?? null;
}

/** Whether a version is a candidate, which npm gets under the tag `next`. */
export function isCandidate(version: string): boolean {
  return version.includes('-');
}

function numbersOf(tag: string): Numbers {
  const [, major, minor, patch] = FINAL.exec(tag) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}

function compare(one: Numbers, other: Numbers): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function raised([major, minor, patch]: Numbers, level: Level): Numbers {
  if (level === 'major') return [major + 1, 0, 0];
  return level === 'minor' ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
