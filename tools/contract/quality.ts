import { redocly } from './redocly.ts';

const FILES = ['openapi/form-1.yaml', 'openapi/form-2.yaml'];
/** The least score of a document: what it has now, so that no change makes it harder to read for programs. */
const LEAST_SCORE = 93;

/** What is wrong with the documents by the plain rules of Redocly, without any configuration, and by its score. */
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
