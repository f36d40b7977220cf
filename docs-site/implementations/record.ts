/**
 * `npm run submission`: records a run of the gate against the demo of this project's own service, in both forms, as its submission.
 * `--check` records nothing, and exits with 1 if the plan cannot be repeated on a recording, because plan or documents changed.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { checkRecording } from '../../conformance/integrity/check-recording.ts';
import { Deployments } from '../browser/deployments.ts';
import { PROJECT } from '../contents.ts';
import { SUBMISSIONS, type Submission } from './submissions.ts';

const AS_OF = '2026-10-15T18:40:00-07:00';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
if (values.check) await check();
else await recordBoth();

async function check(): Promise<void> {
  for (const form of [1, 2] as const) {
    const { state, flaws } = await checkRecording(
      gunzipSync(await readFile(`${fileOf(form)}.har.gz`)).toString(),
    );
    if (state === 'consistent') continue;
    console.error(
      `form ${form}: ${flaws.map(({ message }) => message).join('; ')}; run \`npm run submission\``,
    );
    process.exitCode = 1;
  }
}

async function recordBoth(): Promise<void> {
  const deployments = new Deployments();
  const folder = await mkdtemp(join(tmpdir(), 'submission-'));
  try {
    for (const form of [1, 2] as const) await record(form, deployments, folder);
  } finally {
    await deployments.stop();
    await rm(folder, { recursive: true });
  }
}

function fileOf(form: 1 | 2): string {
  return join(PROJECT, SUBMISSIONS, `queue-headcount-form-${form}`);
}

async function record(form: 1 | 2, deployments: Deployments, folder: string): Promise<void> {
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
  const file = fileOf(form);
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
  console.log(`form ${form}: ${verdict}, ${(recording.length / 1000).toFixed(0)} kB`);
}
