import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Gate } from '../measure.ts';
import { verdictOf } from './finding.ts';
import { findingsInJUnit } from './schemathesis-peer.ts';

const run = promisify(execFile);

/** The path of its jar, from the releases of the project; it needs Java 17. */
const jar = (): string => process.env['SPECMATIC_JAR'] ?? '';

/** Whether SPECMATIC_JAR is a jar that Java runs. */
export const hasSpecmatic = (): Promise<boolean> =>
  run('java', ['-jar', jar(), '--version']).then(
    () => true,
    () => false,
  );

/** The contract tests of Specmatic. It takes the key from the environment, by the name of the security scheme. */
export const specmaticGate: Gate = async ({ url, form, key }) => {
  const folder = await mkdtemp(join(tmpdir(), 'specmatic-'));
  const document = fileURLToPath(new URL(`../../../openapi/form-${form}.yaml`, import.meta.url));
  const args = ['-jar', jar(), 'test', document, '--testBaseURL', url, '--junitReportDir', folder];
  try {
    const failure = await run('java', args, {
      cwd: folder,
      env: { ...process.env, token: `Token ${key}` },
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
