/**
 * Makes a test fail if it starts a process or connects to another host. Tests that need a process, a browser or PostgreSQL
 * say so in their file names (`.process.test.ts`, `.browser.test.ts`, `.postgres.test.ts`).
 */
import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

function refuse(what: string): never {
  throw new Error(`A test with this file name must not ${what}; see "Tests" in CONTRIBUTING.md.`);
}

const refuseProcess = (): never => refuse('start a process');
// `spawn`, `exec`, `execFile` and `fork` all go through this method, which @types/node does not know.
Object.assign(ChildProcess.prototype, { spawn: refuseProcess });
Object.assign(childProcess, {
  spawnSync: refuseProcess,
  execSync: refuseProcess,
  execFileSync: refuseProcess,
});
syncBuiltinESMExports();

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...given: Parameters<typeof connect>) {
  // node:http and fetch pass the normalized form: an array that begins with the options.
  const [first] = given.flat(1) as unknown[];
  const host = typeof first === 'object' && first !== null && 'host' in first ? first.host : undefined;
  if (typeof host === 'string' && !LOOPBACK.test(host)) refuse(`connect to ${host}`);
  return connect.apply(this, given);
} as typeof connect;
