/** Files that name other versions on purpose, as git's patterns. */
export const HISTORY = ['CHANGELOG.md', 'docs/decisions', '*.test.ts'];

/** Where a text names this project's package, tag, file or image with a version, such as `queue-headcount@VERSION`. */
const MENTION = /(?<=headcount(?:@v?|:v?|-))\d+\.\d+\.\d+(?:-rc\.\d+)?(?!\d|\.\d|-rc)/g;

/** The versions that a text names. */
export function mentionedIn(text: string): readonly string[] {
  return text.match(MENTION) ?? [];
}

/** A text that names the next version wherever it names the current one. */
export function withVersion(text: string, present: string, next: string): string {
  return text.replaceAll(MENTION, (version) => (version === present ? next : version));
}

/** The text of package.json or package-lock.json with another version of the project itself. */
export function manifestWith(text: string, version: string): string {
  const manifest = JSON.parse(text) as { version: string; packages?: { '': { version: string } } };
  manifest.version = version;
  if (manifest.packages !== undefined) manifest.packages[''].version = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
