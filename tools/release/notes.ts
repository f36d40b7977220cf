/** Where the release is, for links in its notes. */
export interface ReleasePlace {
  readonly version: string;
  /** The address of the repository's page. */
  readonly repository: string;
}

/**
 * The notes of a release, for its page on GitHub, from its section of the changelog. The page keeps line breaks and is in no folder, so each
 * paragraph becomes one line, and each link gets a full address.
 */
export function notesOf(section: string, { version, repository }: ReleasePlace): string {
  const paragraphs = section.replaceAll(/(?<=\S)\n(?! *- |#|\n) */g, ' ');
  const linked = paragraphs.replaceAll(/\]\((?![a-z]+:|#)([^)]+)\)/g, `](${repository}/blob/v${version}/$1)`);
  return `${linked}

## Install

\`\`\`
npx queue-headcount@${version} --help
\`\`\`

[How to verify the files](${repository}/blob/v${version}/SECURITY.md#verify-a-release)
`;
}
