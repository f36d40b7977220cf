import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runGate } from '../gate.ts';
import { judgingHere } from '../judging.ts';
import { KEY } from '../reference/options.ts';
import { listenerOf } from '../reference/serve.ts';
import { createReference } from '../reference/service.ts';
import { serving } from '../testing/run-gate.fixture.ts';

const page = '<!doctype html><html><head><title>Sign in</title></head></html>';
const conforming = listenerOf(createReference({ count: 60, days: 20 }));

async function run(listener: RequestListener) {
  let received = 0;
  const counted: RequestListener = (request, response) => {
    received += 1;
    listener(request, response);
  };
  const result = await serving(counted, (url) =>
    runGate({ url, form: 2, key: KEY, skipDredd: true, judging: judgingHere }),
  );
  expect(result.requests).toBe(received);
  return result;
}

const always =
  (status: number, fields: Record<string, string> = {}, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, fields).end(body);

describe('a target that is no deployment of the API', () => {
  it.each([
    [
      'a page for everything',
      always(200, { 'content-type': 'text/html' }, page),
      /a page instead of JSON \("Sign in"\).*--header/,
      2,
    ],
    ['a page without a type', always(200, {}, page), /a page instead of JSON/, 2],
    [
      'a redirect to a login',
      always(302, { location: 'https://login.test/?to=x' }),
      /redirects, the first one to https:\/\/login\.test/,
      1,
    ],
    [
      'a redirect to https',
      always(301, { location: 'https://line.test/base/api/v1/reports' }),
      /use --url https:\/\/line\.test\/base$/,
      1,
    ],
    [
      'a redirect to another origin',
      always(308, { location: 'http://line.test/api/v1/reports' }),
      /use --url http:\/\/line\.test$/,
      2,
    ],
    ['404 for everything', always(404, {}, page), /404 \("Sign in"\): --url is the base URL/, 2],
    ['403 for everything', always(403, {}, page), /refuses the key/, 3],
    ['503 for everything', always(503), /not available, every path responds with 503: .*--wait-ready/, 4],
  ])(
    'ends the run after a few requests, says what it saw and exits with 3: %s',
    async (_title, listener, problem, requests) => {
      const result = await run(listener);
      expect(result.problem).toMatch(problem);
      expect([result.exitCode, result.requests]).toEqual([3, requests]);
    },
  );

  it('gets no key any more after a redirect to https, even late in the run', async () => {
    let received = 0;
    const result = await run((request, response) => {
      received += 1;
      if (received === 5) always(307, { location: `https://line.test${request.url}` })(request, response);
      else conforming(request, response);
    });
    expect(result.requests).toBe(5);
    expect(result.exitCode).not.toBe(0);
  });
});

it('checks a deployment to the end that first responds with 504 while it wakes up', async () => {
  let received = 0;
  const result = await run((request, response) => {
    received += 1;
    (received <= 2 ? always(504) : conforming)(request, response);
  });
  expect(result.exitCode).toBe(0);
});

it('fails a deployment whose feed alone is a page', async () => {
  const result = await run((request, response) => {
    const isFeed = request.url?.startsWith('/api/v1/reports') === true;
    (isFeed ? always(200, { 'content-type': 'text/html' }, page) : conforming)(request, response);
  });
  expect(result.exitCode).toBe(1);
});
