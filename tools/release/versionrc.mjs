/**
 * The files that `npm run release` changes and commits, for commit-and-tag-version (docs/decisions/0029-ci-and-releases.md). The commits since the last final
 * version decide the next one. The changelog stays written by people: what is under Unreleased becomes the section of the version.
 */
import { execFileSync } from 'node:child_process';

/** Where a text names this project's package, tag, file or image with a version, such as `queue-headcount@VERSION`. */
const MENTION = /(?<=headcount(?:@v?|:v?|-))\d+\.\d+\.\d+(?:-rc\.\d+)?(?!\d|\.\d|-rc)/g;
/** The tracked files that name one, without those about other versions. */
const MENTIONING = ['grep', '-lIE', 'headcount(@v?|:v?|-)[0-9]+\\.', '--', '.'];
const HISTORY = [':!CHANGELOG.md', ':!docs/decisions', ':!*.test.ts'];

const mentions = {
  readVersion: (text) => text.match(MENTION)?.[0],
  writeVersion: (text, version) => text.replaceAll(MENTION, version),
};

const changelog = {
  readVersion: (text) => /^## \[(\d[^\]]*)\]/m.exec(text)?.[1],
  writeVersion(text, version) {
    const date = new Date().toISOString().slice(0, 10);
    return text
      .replace('## [Unreleased]\n', `$&\n## [${version}] - ${date}\n`)
      .replace(
        /^\[Unreleased\]: (.+\/compare\/)(v.+)\.{3}HEAD$/m,
        `[Unreleased]: $1v${version}...HEAD\n[${version}]: $1$2...v${version}`,
      );
  },
};

const files = execFileSync('git', [...MENTIONING, ...HISTORY], { encoding: 'utf8' })
  .trim()
  .split('\n');

export default {
  bumpFiles: [
    'package.json',
    'package-lock.json',
    { filename: 'CHANGELOG.md', updater: changelog },
    ...files.map((filename) => ({ filename, updater: mentions })),
  ],
  skip: { changelog: true },
};
