import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { PROJECT } from '../../docs-site/contents.ts';

const FOLDER = join(PROJECT, 'deploy/kubernetes');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Classes of kubernetes-models, by kind; each has the schema of its kind. */
type Models = Readonly<Record<string, new (manifest: Manifest) => { validate(): void }>>;

const MODELS: Readonly<Record<string, unknown>> = {
  v1: core,
  'apps/v1': apps,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

const manifests: readonly Manifest[] = readdirSync(FOLDER)
  // The kinds of the Prometheus operator are not among Kubernetes' own.
  .filter((file) => !['kustomization.yaml', 'pod-monitor.yaml'].includes(file))
  .flatMap((file) => parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')))
  .map((document) => document.toJS({ maxAliasCount: 20 }));

// In the project, so that the compiler finds the types.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(PROJECT, 'node_modules/.headcount-manifests-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the manifests for Kubernetes', () => {
  it.each(manifests)('$kind $metadata.name has values that the schema allows', (manifest) => {
    const { [manifest.kind]: KindModel } = MODELS[manifest.apiVersion] as Models;
    if (KindModel === undefined) throw new Error(`unknown kind ${manifest.kind}`);
    expect(() => new KindModel(manifest).validate()).not.toThrow();
  });

  // The schemas allow all fields, but the types don't.
  it('have no unknown fields', async () => {
    expect(await typeErrors(manifests)).toBe('');
    const misspelt = { ...manifests[0], metadata: { nmae: 'headcount' } } as unknown as Manifest;
    expect(await typeErrors([misspelt])).toContain('nmae');
  });
});

/** What the compiler finds in manifests, which it gets as object literals. */
async function typeErrors(checked: readonly Manifest[]): Promise<string> {
  const source = checked.map(
    (manifest, at) =>
      `import type { I${manifest.kind} as T${at} } from 'kubernetes-models/${manifest.apiVersion}';\n` +
      `export const manifest${at}: T${at} = ${JSON.stringify(manifest)};\n`,
  );
  const file = join(folder, 'manifests.ts');
  writeFileSync(file, source.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext'];
  const compiler = join(PROJECT, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(compiler, ['--ignoreConfig', ...options, file]).catch(
    (error) => error,
  );
  return stdout;
}
