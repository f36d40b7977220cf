import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf, SEED } from '../../../../tools/testing/seed.fixture.ts';
import { CONTRACTS, type ContractUnderTest } from '../../contract/contract-under-test.fixture.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { keptLog, type Running, services } from '../service-under-test.fixture.ts';
import { responseErrors } from './check-response.fixture.ts';
import { exchange } from './exchange.fixture.ts';
import type { Conversation, Known } from './message.fixture.ts';
import { conversationsOf, KINDS } from './requests.fixture.ts';

const CONVERSATIONS = runsOf(40);
const start = services();

describe.each([1, 2] as const)(`a service of form %i, repeated with TEST_SEED=${SEED}`, (form) => {
  const { logger, lines, entries } = keptLog();
  const contract = CONTRACTS[form - 1] as ContractUnderTest;
  let known: Known;
  let url: string;
  beforeAll(async () => {
    const service = await start({ form, reports: sampleReports(), logger });
    url = service.url;
    const { host } = new URL(url);
    known = { host, key: service.key, cursors: await cursorsOf(service), contract };
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

  afterAll(() => {
    expect(lines.length).toBeGreaterThan(CONVERSATIONS);
    expect(lines.filter((line) => line.includes(known.key))).toEqual([]);
    expect(entries().filter(({ level }) => level > 30)).toEqual([]);
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
