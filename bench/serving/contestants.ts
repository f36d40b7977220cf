/** Who is measured: the service as it is delivered, and its peers, whose packages the benchmark installs by itself. */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Running, startScript } from './servers.ts';

export interface Contestant {
  readonly name: string;
  readonly server: Running;
}

const PEERS: readonly (readonly [name: string, script: string])[] = [
  ['Express 5', 'express'],
  ['node:http', 'node-http'],
  ['Fastify', 'fastify'],
  ['Fastify with schemas', 'fastify-schemas'],
  ['openapi-backend', 'openapi-backend'],
  ['express-openapi-validator', 'express-openapi-validator'],
];

const FOLDER = new URL('peers/', import.meta.url);

/** Starts the service on a database. It writes no line for each request, as its peers do not. */
export function startService(database: string, ...more: readonly string[]): Promise<Running> {
  const settings = ['--port', '0', '--log-level', 'warn', '--database', `sqlite:${database}`];
  return startScript('src/commands/headcount.mjs', 'serve', ...settings, ...more);
}

/** Starts bare Express with a file of answers. */
export function startExpress(answers: string): Promise<Running> {
  return startPeer('express', answers);
}

/** Starts every peer with a file of answers, and the document for those that follow it. */
export async function startPeers(answers: string, servers: Running[]): Promise<readonly Contestant[]> {
  const peers: Contestant[] = [];
  for (const [name, script] of PEERS) {
    const server = await startPeer(script, answers);
    servers.push(server);
    peers.push({ name, server });
  }
  return peers;
}

function startPeer(script: string, answers: string): Promise<Running> {
  const document = fileURLToPath(new URL('../../openapi/form-2.yaml', import.meta.url));
  return startScript(fileURLToPath(new URL(`${script}.mjs`, FOLDER)), answers, document);
}

/** Installs the peers' packages, by their own lock file, where they are missing. */
export async function installPeers(): Promise<void> {
  const lock = new URL('node_modules/.package-lock.json', FOLDER);
  if (await isThere(lock)) return;
  console.error('Installing the peers in bench/serving/peers …');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
}

async function isThere(file: URL): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
