/** Finds out about a running service what requests and judgments need. */
import { loadDocument } from '../../src/service/contract/load-document.ts';
import { newApiKey } from '../../src/service/keys/api-key.ts';
import type { Subject } from './check.ts';
import { operationsOf } from './document-schemas.ts';
import { createJudge } from './judge.ts';

/** The subject at a URL. `revoked` are keys that the service accepts no more. */
export async function subjectAt(
  url: string,
  form: 1 | 2,
  key: string,
  revoked: readonly string[] = [],
): Promise<Subject> {
  const document = await loadDocument(form);
  const { host, port } = new URL(url);
  const badKeys = [...revoked, newApiKey(), `hc_${'0'.repeat(38)}`];
  const known = {
    host,
    key,
    badKeys,
    cursors: await cursorsOf(url, key),
    operations: operationsOf(document),
  };
  return { port: Number(port), known, judge: createJudge(document) };
}

/** The cursors to the second page and back to the first. */
async function cursorsOf(url: string, key: string): Promise<readonly string[]> {
  const headers = { Authorization: `Token ${key}` };
  const pageAt = async (target: string) =>
    (await (await fetch(target, { headers })).json()) as { next: string | null; previous: string | null };
  const first = await pageAt(`${url}/api/v1/reports`);
  const second = await pageAt(first.next ?? `${url}/api/v1/reports`);
  return [first.next, second.next, second.previous].flatMap(
    (link) => new URL(link ?? url).searchParams.get('cursor') ?? [],
  );
}
