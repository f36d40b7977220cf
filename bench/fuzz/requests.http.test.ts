import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleReports } from '../../src/service/http/sample-data.fixture.ts';
import { issueKey, rawRequest, services } from '../../src/service/http/service-under-test.fixture.ts';
import { KINDS, kindsOf, type Subject, violationsOf } from './check.ts';
import { runs, seedOfToday } from './seed.ts';
import { subjectAt } from './subject.ts';
import { validQuery, wrongQuery } from './targets.ts';

const CONVERSATIONS = runs(40);
const start = services();
const seed = seedOfToday();

describe.each([1, 2] as const)(`a service of form %i, repeated with FUZZ_SEED=${seed}`, (form) => {
  const log: string[] = [];
  let subject: Subject;
  let url: string;
  beforeAll(async () => {
    const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
    const service = await start({ form, reports: sampleReports(), logger, settings: { publicPage: true } });
    url = service.url;
    const other = await issueKey(service.store, 1, 'bo@example.edu');
    await service.store.revokeKey(other.id, service.clock.now);
    subject = await subjectAt(service.url, form, service.key, [other.key]);
  });

  it.concurrent.each(KINDS)('gives documented responses, in time, to %s', async (kind) => {
    const property = fc.asyncProperty(kindsOf(subject.known)[kind], async (conversation) => {
      expect(await violationsOf(subject, conversation)).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: CONVERSATIONS });
  });

  it.concurrent('gives visitors of a public page what is public, or a problem', async () => {
    const targets = fc.constantFrom(...subject.known.operations).chain((operation) =>
      fc
        .oneof(
          validQuery(operation, subject.known),
          wrongQuery(operation, subject.known).map((query) => `?${query}`),
        )
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
    await fc.assert(property, { seed, numRuns: CONVERSATIONS });
  });

  afterAll(() => {
    expect(log.length).toBeGreaterThan(CONVERSATIONS);
    expect(log.filter((line) => line.includes(subject.known.key))).toEqual([]);
    expect(log.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});
