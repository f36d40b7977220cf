import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleReports } from '../../src/http/sample-data.fixture.ts';
import { issueKey, services } from '../../src/http/service-under-test.fixture.ts';
import { KINDS, kindsOf, type Subject, violationsOf } from './check.ts';
import { seedOfToday } from './seed.ts';
import { subjectAt } from './subject.ts';

const CONVERSATIONS = 40;
const start = services();
const seed = seedOfToday();

describe.each([1, 2] as const)(`a service of form %i, repeated with FUZZ_SEED=${seed}`, (form) => {
  const log: string[] = [];
  let subject: Subject;
  beforeAll(async () => {
    const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
    const service = await start({ form, reports: sampleReports(), logger });
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

  afterAll(() => {
    expect(log.length).toBeGreaterThan(CONVERSATIONS);
    expect(log.filter((line) => line.includes(subject.known.key))).toEqual([]);
    expect(log.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});
