import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROJECT, REDOCLY } from './bundle.ts';

/** The least score of a document: what it has now, so that no change makes it harder to read for programs. */
const LEAST_SCORE = { 1: 93, 2: 93 } as const;

/** What is wrong with the documents by the plain rules of Redocly, without any configuration, and by its score. */
export async function qualityProblems(): Promise<readonly string[]> {
  const found = await Promise.all([lintProblems(), scoreProblems(1), scoreProblems(2)]);
  return found.flat();
}

async function lintProblems(): Promise<readonly string[]> {
  const files = ['openapi/form-1.yaml', 'openapi/form-2.yaml'];
  const { text, failed } = await redocly('lint', '--extends', 'recommended-strict', ...files);
  return failed ? [text] : [];
}

async function scoreProblems(form: 1 | 2): Promise<readonly string[]> {
  const file = `openapi/form-${form}.yaml`;
  const { text, failed } = await redocly('score', '--format', 'json', file);
  if (failed) return [text];
  const score: unknown = JSON.parse(text).agentReadiness;
  if (typeof score !== 'number') return [`${file}: redocly score returned no agentReadiness`];
  const least = LEAST_SCORE[form];
  return score >= least ? [] : [`${file}: redocly score is ${score}, less than ${least}`];
}

async function redocly(...args: readonly string[]): Promise<{ text: string; failed: boolean }> {
  const options = { cwd: PROJECT, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [REDOCLY, ...args], options);
    return { text: stdout, failed: false };
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string };
    return { text: stdout + stderr, failed: true };
  }
}
