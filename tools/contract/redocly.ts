import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The project's root folder. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const REDOCLY = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** A mistake in a file that the contract is made from. The message names the file and what to change. */
export class SourceError extends Error {}

/** Runs a command of Redocly in a folder, and returns what it prints. Rejects with that if the command fails. */
export async function redocly(args: readonly string[], cwd = PROJECT): Promise<string> {
  const options = { cwd, maxBuffer: 2 ** 26, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
  const run = promisify(execFile)(process.execPath, [REDOCLY, ...args], options);
  const { stdout } = await run.catch(({ stdout = '', stderr = '', message }) => {
    throw new Error(stdout + stderr || message);
  });
  return stdout;
}

const FILES = ['openapi/form-1.yaml', 'openapi/form-2.yaml'];
/** The least score of a document: what it has now, so that no change makes it harder to read for programs. */
const LEAST_SCORE = 93;

/** The faults of the documents by the plain rules of Redocly, without any configuration, and by its score. */
export async function qualityProblems(): Promise<readonly string[]> {
  const lint = redocly(['lint', '--extends', 'recommended-strict', ...FILES]);
  const found = await Promise.allSettled([lint, ...FILES.map(checkScore)]);
  return found.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
}

async function checkScore(file: string): Promise<void> {
  const { agentReadiness } = JSON.parse(await redocly(['score', '--format', 'json', file]));
  if (agentReadiness >= LEAST_SCORE) return;
  throw new Error(`${file}: redocly score is ${agentReadiness}, less than ${LEAST_SCORE}`);
}
