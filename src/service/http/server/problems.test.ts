import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serviceApp } from '../../../cli/composition/service-app.ts';
import { CONTRACTS } from '../../contract/contract-under-test.fixture.ts';
import { loadDocument } from '../../contract/load-document.ts';
import { openStore } from '../../store/open-store.ts';
import { temporaryFiles } from '../../store/sqlite/temporary-folder.fixture.ts';
import { listeningServers } from '../raw-socket.fixture.ts';
import { FRIDAY_LUNCH } from '../sample-data.fixture.ts';
import { at, DEFAULTS, issueKey, keptLog, NO_DOCUMENTATION } from '../service-under-test.fixture.ts';
import { BaseUrl } from './base-url.ts';
import { PROBLEMS, type ProblemCode, typeOf } from './problem.ts';

const file = temporaryFiles();
const listening = listeningServers();

/** The application with a document that has one more operation, on a store that the test may close under it. */
async function appUnderTest(isServing = () => true) {
  const store = await openStore({ engine: 'sqlite', file: file('app.sqlite') }, { create: true });
  const { key } = await issueKey(store);
  const document = await loadDocument(2);
  const status = (document.paths['/api/v1/status'] as { get: object }).get;
  const { logger, entries } = keptLog();
  const clock = () => at(FRIDAY_LUNCH);
  const baseUrl = new BaseUrl('http://queue.example');
  const context = { logger, clock, baseUrl, documentation: NO_DOCUMENTATION, observer: null, isServing };
  const forecast = { get: { ...status, operationId: 'getForecast' } };
  const paths = { ...document.paths, '/api/v1/forecast': forecast };
  const { listener } = await serviceApp(DEFAULTS, store, context, {}, { document: { ...document, paths } });
  const url = await listening(createServer(listener));
  const get = (path: string) =>
    fetch(url + path, { headers: { Authorization: `Token ${key}`, Connection: 'close' } });
  return { store, get, entries };
}

async function problemOf(response: Response): Promise<{ status: number; detail: string }> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const text = await response.text();
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  const body = JSON.parse(text);
  expect(CONTRACTS[1]?.schemaErrors('Problem', body)).toEqual([]);
  expect(body.status).toBe(response.status);
  return body;
}

it('an operation of the document that has no handler yet gets 501 after authentication', async () => {
  const { get, store } = await appUnderTest();
  const problem = await problemOf(await get('/api/v1/forecast'));
  expect(problem).toMatchObject({ status: 501, detail: expect.stringContaining('getForecast') });
  expect((await get('/api/v1/status')).status).toBe(200);
  await store.close();
});

describe('a service whose database fails', () => {
  it('returns 500 without details, logs the error, and is not ready', async () => {
    const { get, store, entries } = await appUnderTest();
    expect((await get('/api/v1/status')).status).toBe(200);
    await store.close();
    const problem = await problemOf(await get('/api/v1/status'));
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toMatch(/database|sqlite|\.ts|\//i);
    expect(entries().filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'failed', path: '/api/v1/status', err: { stack: expect.any(String) } },
    ]);
    const ready = await get('/readyz');
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
    await problemOf(ready);
    expect((await get('/livez')).status).toBe(200);
  });
});

describe('a service that shuts down', () => {
  it('is alive but not ready, still responds, and closes connections', async () => {
    const { get, store } = await appUnderTest(() => false);
    const ready = await get('/readyz');
    expect(ready.status).toBe(503);
    expect((await problemOf(ready)).detail).toContain('shutting down');
    expect((await get('/livez')).status).toBe(200);
    const response = await get('/api/v1/status');
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await store.close();
  });
});

describe('every problem', () => {
  const page = new URL('../../../../docs/errors.md', import.meta.url);
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';

  it('has a row in docs/errors.md with its anchor, type and status, and there is no other row', () => {
    const rows = [...text.matchAll(/^\| <a id="(.+?)"><\/a>`(.+?)` \| (\d+) \|(.*)/gm)];
    expect(rows.map(([, anchor, code, status]) => [anchor, code, Number(status)])).toEqual(
      Object.entries(PROBLEMS).map(([code, { status }]) => [code, code, status]),
    );
    for (const [, , code, , rest] of rows) {
      const type = typeOf(code as ProblemCode);
      if (type !== `urn:queue-headcount:problem:${code}`) expect(rest).toContain(`\`${type}\``);
    }
  });

  it('is as in the examples of docs/errors.md', () => {
    const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => JSON.parse(json));
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect(CONTRACTS[1]?.schemaErrors('Problem', example)).toEqual([]);
      const codes = Object.keys(PROBLEMS) as ProblemCode[];
      const code = codes.find((candidate) => typeOf(candidate) === example.type);
      expect(example).toMatchObject(PROBLEMS[code as ProblemCode]);
    }
  });
});
