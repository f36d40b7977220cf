import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { PROJECT } from '../../docs-site/contents.ts';

const FOLDER = join(PROJECT, 'deploy/kubernetes');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const manifests: readonly Manifest[] = readdirSync(FOLDER)
  // The kinds of the Prometheus operator are not among Kubernetes' own.
  .filter((file) => !['kustomization.yaml', 'pod-monitor.yaml'].includes(file))
  .flatMap((file) => parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')))
  .map((document) => document.toJS({ maxAliasCount: 20 }));

// The schemas of Kubernetes allow unknown fields, but the types don't.
it('the manifests for Kubernetes have the fields that their types have', async () => {
  // In the project, so that the compiler finds the types.
  const folder = await mkdtemp(join(PROJECT, 'node_modules/.headcount-manifests-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const misspelt = { ...manifests[0], metadata: { nmae: 'headcount' } } as unknown as Manifest;
  const source = [...manifests, misspelt].map(
    (manifest, at) =>
      `import type { I${manifest.kind} as T${at} } from 'kubernetes-models/${manifest.apiVersion}';\n` +
      `export const manifest${at}: T${at} = ${JSON.stringify(manifest)};\n`,
  );
  const file = join(folder, 'manifests.ts');
  await writeFile(file, source.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext'];
  const compiler = join(PROJECT, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(compiler, ['--ignoreConfig', ...options, file]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout.match(/error TS/g), stdout).toHaveLength(1);
  expect(stdout).toContain('nmae');
});
