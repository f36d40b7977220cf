import { RELEASE_FOLDER } from './artifacts.ts';
import type { MadeRelease } from './make-release.ts';
import { isCandidate } from './version.ts';

/** The files of a release and what happens next, for the maintainer. */
export function reportOf({ plan, artifacts }: MadeRelease, isDryRun: boolean): string {
  const width = Math.max(...artifacts.map(({ file }) => file.length));
  const files = artifacts.map(({ file, bytes }) => `  ${file.padEnd(width)}  ${sizeOf(bytes).padStart(9)}`);
  const npmTag = isCandidate(plan.version) ? 'next' : 'latest';
  const push = `git push --atomic origin main ${plan.tag}`;
  return `
Files in ${RELEASE_FOLDER}:
${files.join('\n')}

${isDryRun ? 'Nothing was committed or tagged. Without --dry-run, this would be' : 'This is'} ready to push:
  ${plan.isPrepared ? 'the current commit' : 'the commit of the release'} and the tag ${plan.tag}, by \`${push}\`

The tag starts .github/workflows/release.yml, which builds these files again, tests them, and publishes:
  npm     queue-headcount@${plan.version}, with provenance, tagged \`${npmTag}\`
  GitHub  ${isCandidate(plan.version) ? 'pre-release' : 'release'} ${plan.tag}, with these files and attestations
  image   tagged \`${plan.version}\`, on ghcr.io
`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
