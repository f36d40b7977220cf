/**
 * `npm run submission`: records a run of the gate against the demo of this project's own service, in both forms, as its submission.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { Deployments } from '../browser/deployments.ts';
import { PROJECT } from '../contents.ts';
import { SUBMISSIONS, type Submission } from './submissions.ts';

const AS_OF = '2026-10-15T18:40:00-07:00';

const deployments = new Deployments();
const folder = await mkdtemp(join(tmpdir(), 'submission-'));
try {
  for (const form of [1, 2] as const) await record(form);
} finally {
  await deployments.stop();
  await rm(folder, { recursive: true });
}

async function record(form: 1 | 2): Promise<void> {
  const { url, key } = await deployments.demo(form, AS_OF);
  const program = join(PROJECT, 'src/commands/headcount.mjs');
  const args = [program, 'conformance', '--url', url, '--form', String(form), '--out', folder];
  const env = { ...process.env, HEADCOUNT_API_KEY: key };
  // A failing run rejects: only a conforming service is submitted here
  await promisify(execFile)(process.execPath, args, { env });
  const { verdict, startedAt } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as {
    verdict: Submission['verdict'];
    startedAt: string;
  };
  const id = `queue-headcount-form-${form}`;
  const file = join(PROJECT, SUBMISSIONS, id);
  const recording = gzipSync(await readFile(join(folder, 'run.har')), { level: 9 });
  await writeFile(`${file}.har.gz`, recording);
  const submission: Omit<Submission, 'id'> = {
    name: `Queue Headcount, form ${form}`,
    author: 'the authors of this project',
    source: 'this repository',
    form,
    recorded: startedAt.slice(0, 10),
    verdict,
  };
  await writeFile(`${file}.yaml`, stringify(submission));
  console.log(`${id}: ${verdict}, ${(recording.length / 1000).toFixed(0)} kB`);
}
