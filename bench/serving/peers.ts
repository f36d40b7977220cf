/** The peers in `peers/`, whose packages are installed on first use. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PROJECT, type Server, startScript } from './servers.ts';

/** Each peer's name in tables, and its script. */
const PEERS = {
  'Express 5': 'express',
  'node:http': 'node-http',
  Fastify: 'fastify',
  'openapi-backend': 'openapi-backend',
  'express-openapi-validator': 'express-openapi-validator',
} as const;

type PeerName = keyof typeof PEERS;

/** Peers that also run with the project's own packages. */
const OF_THE_PROJECT: readonly PeerName[] = ['Express 5', 'node:http', 'openapi-backend'];

const FOLDER = fileURLToPath(new URL('peers/', import.meta.url));

/** Starts a peer with a file of responses; those that validate read the OpenAPI document of Form 2. */
export function startPeer(name: PeerName, responses: string): Promise<Server> {
  return startScript(join(FOLDER, `${PEERS[name]}.mjs`), responses, join(PROJECT, 'openapi/form-2.yaml'));
}

/** The peers whose packages are installed. */
export function peersHere(): readonly PeerName[] {
  return isInstalled() ? (Object.keys(PEERS) as PeerName[]) : OF_THE_PROJECT;
}

/** Installs the peers' packages from their own lock file, unless they are installed. */
export async function installPeers(): Promise<void> {
  if (isInstalled()) return;
  console.error('Installing the packages of bench/serving/peers …');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
}

function isInstalled(): boolean {
  return existsSync(join(FOLDER, 'node_modules/.package-lock.json'));
}
