import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Finding, Gate } from '../measure.ts';
import { verdictOf } from './finding.ts';

const run = promisify(execFile);

/** Whether the command `st` is installed; it comes from PyPI (`pip install schemathesis`). */
export const hasSchemathesis = (): Promise<boolean> =>
  run('st', ['--version']).then(
    () => true,
    () => false,
  );

/**
 * Schemathesis with a key and a fixed seed. Two checks are off, since the description leaves their subjects open: which status other
 * methods get, and whether malformed parameters are rejected.
 */
export const schemathesisGate: Gate = async ({ url, form, key }) => {
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  const report = join(folder, 'junit.xml');
  const document = fileURLToPath(new URL(`../../../openapi/form-${form}.yaml`, import.meta.url));
  const args = ['run', document, '--url', url, '--header', `Authorization: Token ${key}`, '--seed', '1'];
  args.push('--exclude-checks', 'unsupported_method,negative_data_rejection');
  args.push('--report', 'junit', '--report-junit-path', report);
  try {
    const failure = await run('st', args, { cwd: folder }).then(
      () => null,
      (error: unknown) => String(error),
    );
    const text = await readFile(report, 'utf8').catch(() => null);
    return text === null ? verdictOf([], failure ?? 'no report') : verdictOf(findingsInJUnit(text));
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The failures of a JUnit report whose test cases are called `GET /api/v1/…`. */
export function findingsInJUnit(xml: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [, name = '', content = ''] of xml.matchAll(
    /<testcase\b[^>]*?\bname="([^"]*)"[^>]*?(?<!\/)>([\s\S]*?)<\/testcase>/g,
  )) {
    const endpoint = /\/api\/v1\/([\w.]+)/.exec(name)?.[1] ?? name;
    for (const [, text = ''] of content.matchAll(/<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"/g))
      findings.push({ endpoint, text: unescaped(text) });
  }
  return findings;
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
