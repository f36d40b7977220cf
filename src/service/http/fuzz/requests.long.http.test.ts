import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf, SEED } from '../../../../tools/testing/seed.fixture.ts';
import { CONTRACTS, type ContractUnderTest } from '../../contract/contract-under-test.fixture.ts';
import { newApiKey } from '../../keys/api-key.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { issueKey, type Running, rawRequest, services } from '../service-under-test.fixture.ts';
import { responseErrors } from './check-response.fixture.ts';
import { exchange } from './exchange.fixture.ts';
import type { Conversation, Known } from './message.fixture.ts';
import { conversationsOf, KINDS } from './requests.fixture.ts';
import { operationsOf, validQuery, wrongQuery } from './targets.fixture.ts';

const CONVERSATIONS = runsOf(40);
const start = services();

describe.each([1, 2] as const)(`a service of form %i, repeated with TEST_SEED=${SEED}`, (form) => {
  const log: string[] = [];
  const contract = CONTRACTS[form - 1] as ContractUnderTest;
  let known: Known;
  let url: string;
  beforeAll(async () => {
    const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
    const service = await start({ form, reports: sampleReports(), logger, settings: { publicPage: true } });
    url = service.url;
    const other = await issueKey(service.store, 1, 'bo@example.edu');
    await service.store.revokeKey(other.id, service.clock.now);
    const badKeys = [other.key, newApiKey(), `hc_${'0'.repeat(38)}`];
    const { host } = new URL(url);
    known = { host, key: service.key, badKeys, cursors: await cursorsOf(service), contract };
  });

  /** What is wrong with how the service dealt with a conversation, in one phrase each. */
  async function violationsOf(conversation: Conversation): Promise<readonly string[]> {
    const { messages } = conversation;
    const { responses, broken, end } = await exchange(Number(new URL(url).port), conversation);
    const found = responses.flatMap((response, index) =>
      responseErrors(contract, messages?.[index] ?? null, response),
    );
    if (broken !== null) found.push(`not HTTP: ${broken}`);
    if (end === 'hung') found.push('neither a response nor the end of the connection in time');
    const isCut = end === 'closed' && !responses.some(({ headers }) => headers['connection'] === 'close');
    if (messages !== null && responses.length < messages.length && isCut)
      found.push('a connection was closed without a response');
    return found;
  }

  it.concurrent.each(KINDS)('gives documented responses, in time, to %s', async (kind) => {
    const property = fc.asyncProperty(conversationsOf(known)[kind], async (conversation) => {
      expect(await violationsOf(conversation)).toEqual([]);
    });
    await fc.assert(property, { seed: SEED, numRuns: CONVERSATIONS });
  });

  it.concurrent('gives visitors of a public page what is public, or a problem', async () => {
    const targets = operationsOf(known).chain((operation) =>
      fc
        .oneof(validQuery(operation, known), wrongQuery(operation, known))
        .map((query) => ({ operation, target: `/page${operation.path}${query}` })),
    );
    const property = fc.asyncProperty(targets, async ({ operation, target }) => {
      const { status, headers, body } = await rawRequest(url, { path: target });
      expect(operation.path.endsWith('/export.csv') ? [404] : [200, 400, 429]).toContain(status);
      expect(headers['content-type']).toMatch(
        status === 200 ? /^application\/json/ : 'application/problem+json',
      );
      expect(JSON.parse(body.toString())).toEqual(
        status === 200 ? expect.anything() : expect.objectContaining({ status }),
      );
    });
    await fc.assert(property, { seed: SEED, numRuns: CONVERSATIONS });
  });

  afterAll(() => {
    expect(log.length).toBeGreaterThan(CONVERSATIONS);
    expect(log.filter((line) => line.includes(known.key))).toEqual([]);
    expect(log.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});

/** The cursors to the second page and back to the first. */
async function cursorsOf(service: Running): Promise<readonly string[]> {
  type Page = { readonly next: string | null; readonly previous: string | null };
  const cursorIn = (link: string | null) => new URL(link ?? service.url).searchParams.get('cursor') ?? '';
  const next = cursorIn((await service.json<Page>('reports')).next);
  const second = await service.json<Page>(`reports?cursor=${next}`);
  return [next, cursorIn(second.next), cursorIn(second.previous)].filter((cursor) => cursor !== '');
}
