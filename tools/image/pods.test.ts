import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT } from '../../docs-site/contents.ts';
import { program } from '../../src/cli/commands/program.ts';

const FOLDER = join(PROJECT, 'deploy/kubernetes');
const objects = readdirSync(FOLDER)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')))
  .map((document) => document.toJS());
const namesOf = (kind: string): readonly string[] =>
  objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
/** The templates of all pods, by the name of what makes them. */
const pods = objects
  .map(({ metadata, spec }) => ({ name: metadata.name, pod: (spec?.jobTemplate?.spec ?? spec)?.template }))
  .filter(({ pod }) => pod !== undefined);

describe.each(pods)('a pod of $name', ({ pod: { spec } }) => {
  const [container] = spec.containers;

  it('may do nothing, and gets no variables from the Service, which would hide HEADCOUNT_PORT', () => {
    expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits).toHaveProperty('memory');
  });

  it('gets its variables and files from objects that the manifests have', () => {
    for (const { configMapRef, secretRef } of container.envFrom)
      expect(secretRef ? namesOf('Secret') : namesOf('ConfigMap')).toContain(
        (secretRef ?? configMapRef).name,
      );
    for (const { configMap, persistentVolumeClaim } of spec.volumes) {
      if (configMap) expect(namesOf('ConfigMap')).toContain(configMap.name);
      if (persistentVolumeClaim)
        expect(namesOf('PersistentVolumeClaim')).toContain(persistentVolumeClaim.claimName);
    }
    const volumes = spec.volumes.map(({ name }: { name: string }) => name);
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
  });
});

it('every selector selects one kind of pod', () => {
  const selectors = objects.flatMap(({ kind, spec }) =>
    kind === 'Service'
      ? [spec.selector]
      : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? []),
  );
  expect(selectors).toHaveLength(6);
  for (const selector of selectors)
    expect(pods.filter(({ pod }) => isIn(selector, pod.metadata.labels))).toHaveLength(1);
});

it('the commands of pods and of compose.yaml are commands of the program, with its options', () => {
  const { services } = parse(readFileSync(join(PROJECT, 'compose.yaml'), 'utf8'), { merge: true });
  const commands: readonly (readonly string[])[] = [
    ...pods.map(({ pod }) => pod.spec.containers[0].args),
    services.gate.command,
  ].filter((args) => args !== undefined);
  expect(commands).toHaveLength(3);
  for (const [name, ...args] of commands) {
    const options = program().commands.find((one) => one.name() === name)?.options;
    const used = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0]);
    expect(options?.map(({ long }) => long)).toEqual(expect.arrayContaining(used));
  }
});

function isIn(labels: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).every(([name, value]) => others[name] === value);
}
