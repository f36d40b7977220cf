import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf, SEED } from '../../../../tools/testing/seed.fixture.ts';
import { CONTRACTS, type ContractUnderTest } from '../../contract/contract-under-test.fixture.ts';
import { connected, everything, parsedResponse } from '../raw-socket.fixture.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { keptLog, type Running, services } from '../service-under-test.fixture.ts';
import { expectDocumented, type Received } from './check-response.fixture.ts';
import { bytesOf, type Known, messagesOf, textOf } from './requests.fixture.ts';

const RUNS = runsOf(40);
/** Milliseconds within which the service must respond or close the connection; and of silence after which a client gives up bytes that may be incomplete. */
const LIMITS = { response: 10_000, silence: 25 };
const MESSAGES = [
  ...['valid parameters', 'wrong parameters', 'paths', 'methods', 'headers', 'HTTP/1.0', 'absolute form'],
] as const;
const start = services();

/** The text that the service sends in response to bytes, and whether it has closed the connection. */
async function sentBack(url: string, bytes: string, silence: number) {
  const socket = await connected(url);
  socket.write(Buffer.from(bytes, 'latin1'));
  const text = await everything(socket, silence);
  const isClosed = socket.closed;
  socket.destroy();
  return { text, isClosed };
}

/** A response that was received to its end. */
function received(text: string): Received {
  const { status, fields, body } = parsedResponse(text);
  const isChunked = fields['transfer-encoding'] === 'chunked';
  return { status, headers: fields, body: Buffer.from(isChunked ? unchunked(body) : body, 'latin1') };
}

function unchunked(text: string): string {
  const end = text.indexOf('\r\n');
  const size = Number.parseInt(text.slice(0, end), 16);
  return size === 0 ? '' : text.slice(end + 2, end + 2 + size) + unchunked(text.slice(end + 4 + size));
}

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

  it.concurrent.each(MESSAGES)('gives documented responses, in time, to %s', async (kind) => {
    const property = fc.asyncProperty(messagesOf(known)[kind], async (message) => {
      const { text, isClosed } = await sentBack(url, textOf(message), LIMITS.response);
      expect(isClosed).toBe(true);
      expectDocumented(contract, message, received(text));
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });

  it.concurrent.each(['damaged bytes', 'ambiguous bodies'])('responds to %s as documented', async (kind) => {
    const property = fc.asyncProperty(bytesOf(known)[kind] as fc.Arbitrary<string>, async (bytes) => {
      const { text, isClosed } = await sentBack(url, bytes, LIMITS.silence);
      const responses = text.split(/(?=HTTP\/1\.1 [2-5]\d\d )/).filter((one) => one !== '');
      // The last one may be incomplete.
      if (!isClosed) responses.pop();
      for (const one of responses) expectDocumented(contract, null, received(one));
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });

  afterAll(() => {
    expect(lines.length).toBeGreaterThan(RUNS);
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
