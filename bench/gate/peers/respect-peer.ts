import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parse, stringify } from 'yaml';
import type { Finding, Gate } from '../measure.ts';
import { verdictOf } from './finding.ts';
import { redocly } from './redocly.ts';

/** `redocly respect` with the workflows that `redocly generate-arazzo` makes of the document, and the key. */
export const respectGate: Gate = async ({ url, form, key }) => {
  const folder = await mkdtemp(join(tmpdir(), 'respect-'));
  try {
    const name = `form-${form}`;
    const text = await readFile(new URL(`../../../openapi/${name}.yaml`, import.meta.url), 'utf8');
    await writeFile(join(folder, `${name}.yaml`), stringify(adapted(parse(text))));
    await redocly(folder, 'generate-arazzo', `${name}.yaml`, '-o', 'workflows.yaml');
    const options = ['--server', `${name}=${url}`, '--input', `token=Token ${key}`];
    const printed = await redocly(
      folder,
      'respect',
      'workflows.yaml',
      ...options,
      '--json-output',
      'report.json',
    );
    const report = await readFile(join(folder, 'report.json'), 'utf8').catch(() => null);
    return report === null ? verdictOf([], printed) : verdictOf(findingsIn(report));
  } finally {
    await rm(folder, { recursive: true });
  }
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * The document as the command needs it: it rejects members that are not documented unless the schema allows them by name, and so
 * the objects of every condition. Hence objects allow them, and conditions are left out.
 */
function adapted(value: Json): Json {
  if (Array.isArray(value)) return value.map(adapted);
  if (typeof value !== 'object' || value === null) return value;
  const { if: condition, then: consequence, else: otherwise, ...rest } = value;
  const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, adapted(member)]));
  return value['type'] === 'object' && value['additionalProperties'] === undefined
    ? { ...members, additionalProperties: true }
    : members;
}

type Report = {
  readonly files: Readonly<
    Record<string, { readonly executedWorkflows: readonly { readonly executedSteps: readonly Step[] }[] }>
  >;
};
type Step = {
  readonly request: { readonly url: string };
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly message?: string }[];
};

/** The failed checks. Of a message that quotes the whole body, the first complaint and the line that it marks. */
function findingsIn(report: string): readonly Finding[] {
  const { files } = JSON.parse(report) as Report;
  const steps = Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
  );
  return steps.flatMap(({ request, checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ name, message = '' }) => ({
        endpoint: new URL(request.url).pathname.split('/').at(-1) ?? '',
        text: `${name}: ${complaintIn(stripVTControlCharacters(message))}`,
      })),
  );
}

function complaintIn(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const mark = lines.findIndex((line) => line.includes('👈'));
  return [lines[0] ?? '', mark > 1 ? (lines[mark - 1] ?? '') : ''].join(' ');
}
