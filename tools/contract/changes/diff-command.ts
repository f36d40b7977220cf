import { parse } from 'yaml';
import { bundleForm } from '../bundle.ts';
import { changesOf } from './compare.ts';
import { changesReport } from './report.ts';
import { commitOf, documentAt, RevisionError } from './revision.ts';

/**
 * `npm run contract -- --diff [REVISION]`: prints what changed in both forms since a git revision. Returns the exit code: 0 if v1 allows
 * all of it, 1 if v1 forbids some of it, 2 if the revision has no documents.
 */
export async function diffCommand(revision: string | undefined): Promise<0 | 1 | 2> {
  try {
    const commit = await commitOf(revision);
    const ofForm = async (form: 1 | 2) => {
      const [base, now] = await Promise.all([documentAt(commit, form), bundleForm(form)]);
      return changesOf(base, parse(now));
    };
    const [one, two] = await Promise.all([ofForm(1), ofForm(2)]);
    const short = commit.slice(0, 12);
    console.log(changesReport(revision === undefined ? short : `${revision} (${short})`, { 1: one, 2: two }));
    return [...one.changes, ...two.changes].some(({ isForbidden }) => isForbidden) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    console.error(error.message);
    return 2;
  }
}
