import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Gate } from '../measure.ts';
import { verdictOf } from './finding.ts';
import { findingsInJUnit } from './schemathesis-peer.ts';

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL('specmatic/', import.meta.url));
const JAR = join(FOLDER, 'node_modules/specmatic/specmatic.jar');

/** Whether Specmatic can run: its package, which has 80 MB, is installed on first use; it needs Java 17. */
export async function hasSpecmatic(): Promise<boolean> {
  const hasJava = await run('java', ['-version']).then(
    () => true,
    () => false,
  );
  if (hasJava && !existsSync(JAR)) {
    console.error('Installing Specmatic in bench/gate/peers/specmatic …');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: FOLDER });
  }
  return hasJava;
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
