import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT } from '../../docs-site/contents.ts';
import { program } from '../../src/cli/commands/program.ts';

interface Source {
  readonly secretRef?: { readonly name: string };
}

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

const containersOf = ({ spec }: (typeof pods)[number]['pod']) => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
];

describe.each(pods)('a pod of $name', ({ pod }) => {
  const { spec } = pod;
  const containers = containersOf(pod);

  it('may do nothing, and gets no variables from the Service, which would hide HEADCOUNT_PORT', () => {
    expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources.limits).toHaveProperty('memory');
    }
  });

  it('gets its variables and files from objects that the manifests have', () => {
    for (const { configMapRef, secretRef } of containers.flatMap(({ envFrom }) => envFrom))
      expect(secretRef ? namesOf('Secret') : namesOf('ConfigMap')).toContain(
        (secretRef ?? configMapRef).name,
      );
    for (const { configMap, persistentVolumeClaim } of spec.volumes) {
      if (configMap) expect(namesOf('ConfigMap')).toContain(configMap.name);
      if (persistentVolumeClaim)
        expect(namesOf('PersistentVolumeClaim')).toContain(persistentVolumeClaim.claimName);
    }
    const volumes = spec.volumes.map(({ name }: { name: string }) => name);
    for (const { name } of containers.flatMap(({ volumeMounts }) => volumeMounts))
      expect(volumes).toContain(name);
  });

  it('has the authority of the database where the address of the database says', () => {
    const [{ stringData }] = objects.filter(({ metadata }) => metadata.name === 'headcount-database');
    const file = new URL(stringData.HEADCOUNT_DATABASE).searchParams.get('sslrootcert') ?? '';
    const [authority] = objects.filter(({ metadata }) => metadata.name === 'headcount-database-ca');
    for (const { envFrom, volumeMounts } of containers) {
      if (!envFrom.some(({ secretRef }: Source) => secretRef?.name === 'headcount-database')) continue;
      const mounted = volumeMounts.find(({ name }: { name: string }) => name === 'database-ca');
      expect(Object.keys(authority.data).map((name) => `${mounted.mountPath}/${name}`)).toEqual([file]);
    }
  });
});

it('every selector selects one kind of pod', () => {
  const selectors = objects.flatMap(({ kind, spec }) =>
    kind === 'Service'
      ? [spec.selector]
      : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? []),
  );
  expect(selectors).toHaveLength(7);
  for (const selector of selectors)
    expect(pods.filter(({ pod }) => isIn(selector, pod.metadata.labels))).toHaveLength(1);
});

it('the commands of pods and of compose.yaml are commands of the program, with its options', () => {
  const { services } = parse(readFileSync(join(PROJECT, 'compose.yaml'), 'utf8'), { merge: true });
  const commands: readonly (readonly string[])[] = [
    ...pods.flatMap(({ pod }) => containersOf(pod)),
    ...Object.values<{ image: string; command?: readonly string[] }>(services),
  ]
    .filter(({ image }) => image.includes('queue-headcount'))
    .map(({ args, command = args }) => command)
    .filter((command) => command !== undefined && command[0] !== '--help');
  expect(commands).toHaveLength(4);
  for (const [name, ...args] of commands) {
    const options = program().commands.find((one) => one.name() === name)?.options;
    const used = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0]);
    expect(options?.map(({ long }) => long)).toEqual(expect.arrayContaining(used));
  }
});

it('metrics are read from a port of the pods', () => {
  const [monitor] = objects.filter(({ kind }) => kind === 'PodMonitor');
  const [{ pod }] = pods.filter(({ name }) => name === 'headcount') as [(typeof pods)[number]];
  expect(isIn(monitor.spec.selector.matchLabels, pod.metadata.labels)).toBe(true);
  const ports = pod.spec.containers[0].ports.map(({ name }: { name: string }) => name);
  for (const { port } of monitor.spec.podMetricsEndpoints) expect(ports).toContain(port);
  // As the alerts expect.
  expect(pod.metadata.labels[monitor.spec.jobLabel]).toBe('headcount');
});

function isIn(labels: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).every(([name, value]) => others[name] === value);
}
