/** The peers in `peers/`, whose packages are installed on first use. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PROJECT, type Server, startScript } from './servers.ts';

/** Each peer's name in tables, and its script. */
export const PEERS = {
  'Express 5': 'express',
  'Express 5, our header fields': 'express-fields',
  'node:http': 'node-http',
  Fastify: 'fastify',
  'Fastify with schemas': 'fastify-schemas',
  'openapi-backend': 'openapi-backend',
  'express-openapi-validator': 'express-openapi-validator',
} as const;

export type PeerName = keyof typeof PEERS;

const FOLDER = fileURLToPath(new URL('peers/', import.meta.url));

/** Starts a peer with a file of responses; those that validate read the OpenAPI document of Form 2. */
export function startPeer(name: PeerName, responses: string): Promise<Server> {
  return startScript(join(FOLDER, `${PEERS[name]}.mjs`), responses, join(PROJECT, 'openapi/form-2.yaml'));
}

/** Installs the peers' packages from their own lock file, unless they are installed. */
export async function installPeers(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) return;
  console.error('Installing the packages of bench/serving/peers …');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
}
