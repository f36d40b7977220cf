/** The peers in `peers/`, whose packages are installed on first use. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PROJECT, type Server, startServer } from '../servers.ts';

/** Each peer's script, by its name in tables. */
const PEERS = {
  'Express 5': 'express',
  'node:http': 'node-http',
  Fastify: 'fastify',
  'openapi-backend': 'openapi-backend',
  'express-openapi-validator': 'express-openapi-validator',
} as const;

/** Those that also run with the project's own packages. */
const OF_THE_PROJECT = ['Express 5', 'node:http', 'openapi-backend'] as const;

const FOLDER = fileURLToPath(new URL('peers/', import.meta.url));

/** Starts a peer with a file of responses; those that validate read the OpenAPI document of Form 2. */
export function startPeer(name: keyof typeof PEERS, responses: string): Promise<Server> {
  const script = join(FOLDER, `${PEERS[name]}.mjs`);
  return startServer([process.execPath, script, responses, join(PROJECT, 'openapi/form-2.yaml')]);
}

/** The peers, whose packages are installed from their own lock file; a short run takes those that need no installation. */
export async function peersFor(isSmoke: boolean): Promise<readonly (keyof typeof PEERS)[]> {
  if (isSmoke) return OF_THE_PROJECT;
  if (!existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) {
    console.error('Installing the packages of bench/serving/peers …');
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
  }
  return Object.keys(PEERS) as (keyof typeof PEERS)[];
}
