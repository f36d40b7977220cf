import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { sampleReports } from './sample-data.fixture.ts';
import { type Running, rawRequest, services, shared } from './service-under-test.fixture.ts';

const start = services();
const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const PUBLIC = { publicPage: true } as const;
const service = shared(start, { reports: sampleReports(), settings: PUBLIC, logger });
const other = shared(start);

const PAGES = ['status', 'chart', 'patterns', 'reports', 'highlights'] as const;
const visit = (path: string, options: Parameters<typeof rawRequest>[1] = {}, { url }: Running = service()) =>
  rawRequest(`${url}/page/api/v1/${path}`, options);
const problemOf = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString());

describe('without --public-page', () => {
  it.each([...PAGES, 'export.csv', 'status?x=1', ''])('there is nothing at /page/api/v1/%s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await visit(path, { method }, other())).status).toBe(404);
    }
  });
});

describe('with --public-page', () => {
  it.each(PAGES)('%s needs no key, and says the same as to the owner of one', async (path) => {
    const { status, headers, body } = await visit(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const own = await service().text(path);
    expect(body.toString().replaceAll('/page/api/v1/', '/api/v1/')).toBe(own);
  });

  it('links lead to pages that need no key either', async () => {
    const { next } = problemOf(await visit('reports?limit=3'));
    expect(next).toBe(`${service().url}/page/api/v1/reports?limit=3&cursor=${next.split('cursor=')[1]}`);
    const second = problemOf(await rawRequest(next));
    expect(second.results).toHaveLength(3);
    expect(second.previous).toContain('/page/api/v1/reports?');
  });

  it('the export does not exist, whatever its parameters', async () => {
    for (const path of ['export.csv', 'export.csv?since=x', 'export.csv/', 'forecast', '']) {
      const response = await visit(path);
      expect(response.status, path).toBe(404);
      expect(problemOf(response).type).toBe('urn:queue-headcount:problem:not-found');
    }
  });

  it('the API still asks for a key', async () => {
    for (const path of [...PAGES, 'export.csv']) {
      expect((await rawRequest(`${service().url}/api/v1/${path}`)).status, path).toBe(401);
    }
  });
});
