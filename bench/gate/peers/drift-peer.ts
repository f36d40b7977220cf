import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding, Gate } from '../measure.ts';
import { unexpectedStatus, verdictOf } from './finding.ts';
import { redocly } from './redocly.ts';
import { archiveOf, trafficOf } from './traffic.ts';

/** `redocly drift` on the traffic of a test suite. */
export const driftGate: Gate = async ({ url, form, key }) => {
  const sent = await trafficOf({ url, form, key });
  const folder = await mkdtemp(join(tmpdir(), 'drift-'));
  try {
    const [archive, report] = [join(folder, 'traffic.har'), join(folder, 'report.json')];
    await writeFile(archive, JSON.stringify(archiveOf(sent)));
    const document = fileURLToPath(new URL(`../../../openapi/form-${form}.yaml`, import.meta.url));
    const options = ['--api', document, '--server', url, '--format', 'json', '--output', report];
    const printed = await redocly(folder, 'drift', archive, ...options);
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null) return verdictOf([], `redocly drift wrote no report: ${printed}`);
    return verdictOf([...findingsIn(text), ...sent.flatMap(unexpectedStatus)]);
  } finally {
    await rm(folder, { recursive: true });
  }
};

type Problem = {
  readonly ruleId: string;
  readonly target: string;
  readonly path: string;
  readonly status: number;
  readonly message: string;
};

/**
 * What is wrong with responses. Requests without a key are sent on purpose, so what is wrong with requests doesn't count, and the
 * description leaves open what a 401 contains.
 */
function findingsIn(report: string): readonly Finding[] {
  const { problems } = JSON.parse(report) as { problems: readonly Problem[] };
  return problems
    .filter(({ target, status }) => target !== 'request' && status !== 401)
    .map(({ path, message }) => ({ endpoint: path.split('/').at(-1) ?? '', text: message }));
}
