/**
 * `npm run release`: makes the commit, the tag and the files of a release, and never pushes (docs/decisions/0067-releases.md). `--dry-run` does
 * the same without a commit and a tag. `--from-tag`, which the workflow uses, builds the release of the tag that is checked out.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { latestRevision } from '../../conformance/contract/revisions.ts';
import { ReleaseError } from './changelog.ts';
import { makeRelease } from './make-release.ts';
import { reportOf } from './report.ts';

const USAGE = 'Usage: npm run release -- [--dry-run | --from-tag] [--candidate | --final]';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const flags = parsedArguments();
const mode = flags['dry-run'] ? 'dry-run' : flags['from-tag'] ? 'from-tag' : 'release';
try {
  const made = await makeRelease(PROJECT, {
    mode,
    candidate: flags.candidate ? true : flags.final ? false : undefined,
    date: Temporal.Now.plainDateISO('UTC').toString(),
    requirements: latestRevision,
    say: (line) => console.log(line),
  });
  console.log(reportOf(made, mode === 'dry-run'));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

function parsedArguments() {
  const boolean = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: { 'dry-run': boolean, 'from-tag': boolean, candidate: boolean, final: boolean },
    });
    if ((values['dry-run'] && values['from-tag']) || (values.candidate && values.final)) {
      throw new TypeError('These options exclude each other.');
    }
    return values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
