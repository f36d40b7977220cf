import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPackages } from '../../install-packages.ts';
import type { Gate } from '../measure.ts';
import { verdictOf } from './finding.ts';
import { findingsInJUnit } from './schemathesis-peer.ts';

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL('specmatic/', import.meta.url));
const JAR = join(FOLDER, 'node_modules/specmatic/specmatic.jar');

/** Whether Specmatic runs: it needs Java 17. Its package, of 80 MB, is installed on first use. */
export async function hasSpecmatic(): Promise<boolean> {
  if (!(await javaRuns('-version'))) return false;
  await installPackages(FOLDER);
  return await javaRuns('-jar', JAR, '--version');
}

function javaRuns(...args: readonly string[]): Promise<boolean> {
  return run('java', [...args]).then(
    () => true,
    () => false,
  );
}

/**
 * The contract tests of Specmatic, with the examples of the documents. Its generated tests stay off: they expect errors whose bodies
 * the description leaves open. It takes the key from the environment, by the name of the security scheme.
 */
export const specmaticGate: Gate = async ({ url, form, key }) => {
  const folder = await mkdtemp(join(tmpdir(), 'specmatic-'));
  const document = fileURLToPath(new URL(`../../../openapi/form-${form}.yaml`, import.meta.url));
  const args = ['-jar', JAR, 'test', document, '--testBaseURL', url, '--junitReportDir', folder];
  try {
    const failure = await run('java', args, {
      cwd: folder,
      env: { ...process.env, token: `Token ${key}` },
      maxBuffer: 1 << 28,
    }).then(
      () => null,
      (error: unknown) => String(error),
    );
    const reports = (await readdir(folder)).filter((name) => name.endsWith('.xml'));
    const texts = await Promise.all(reports.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.length === 0
      ? verdictOf([], failure ?? 'no report')
      : verdictOf(texts.flatMap(findingsInJUnit));
  } finally {
    await rm(folder, { recursive: true });
  }
};
