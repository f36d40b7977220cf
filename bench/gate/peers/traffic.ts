import { addDays } from '../../../conformance/reference/local-time.ts';

/** A request with its response; `status` is what the documents promise for it. */
export type Sent = {
  readonly endpoint: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly expected: 200 | 401;
  readonly response: { status: number; headers: Record<string, string>; body: string };
};

/** How a request is sent: over HTTP, or through a validator. */
export type Sender = (url: string, authorization: string | null) => Promise<Sent['response']>;

/**
 * The traffic of a careful test suite, for tools that validate traffic and send none: every endpoint without parameters, for a past
 * day, for a long range and at its limits, the pages that follow, and without a key and with a wrong one.
 */
export async function trafficOf(
  { url, form, key }: { readonly url: string; readonly form: 1 | 2; readonly key: string },
  send: Sender = sendOverHttp,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const ask = async (path: string, token: string | null = `Token ${key}`, expected: 200 | 401 = 200) => {
    const target = `${url}/api/v1/${path}`;
    const response = await send(target, token);
    const endpoint = path.split('?')[0] ?? '';
    sent.push({ endpoint, url: target, authorization: token, expected, response });
    return response.body;
  };
  const today = dayIn(await ask('chart'));
  const day = addDays(today, -3);
  const long = `?since=${addDays(today, -20)}&until=${addDays(today, -2)}`;
  const ranges = ['', `?since=${day}&until=${day}`, `?since=${addDays(today, -6)}&until=${day}`, long];
  const endpoints = ['status', 'chart', 'patterns', 'reports', 'export.csv'];
  if (form === 2) endpoints.push('highlights');
  for (const range of ranges.slice(1)) await ask(`chart${range}`);
  for (const range of ranges) {
    await ask(`patterns${range}`);
    await ask(`export.csv${range}`);
  }
  await ask('status');
  for (const query of ['', '?limit=1', '?limit=200']) {
    const cursor = nextIn(await ask(`reports${query}`));
    if (cursor !== null) await ask(`reports${cursor}`);
  }
  if (form === 2) for (const query of ['', '?days=1', '?days=60']) await ask(`highlights${query}`);
  for (const endpoint of endpoints) {
    await ask(endpoint, null, 401);
    await ask(endpoint, 'Token 0000000000000000000000000000000000000000', 401);
  }
  return sent;
}

/** The traffic as an HTTP archive, without secrets. */
export function archiveOf(sent: readonly Sent[]): object {
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const entries = sent.map(({ url, authorization, response: { status, headers, body } }) => ({
    startedDateTime: '2026-11-20T12:00:00.000Z',
    time: 1,
    request: {
      method: 'GET',
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: authorization === null ? [] : pairs({ Authorization: authorization }),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      content: { size: body.length, mimeType: headers['content-type'] ?? '', text: body },
      redirectURL: '',
      headersSize: -1,
      bodySize: body.length,
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  }));
  return { log: { version: '1.2', creator: { name: 'bench', version: '1' }, entries } };
}

export async function sendOverHttp(url: string, authorization: string | null): Promise<Sent['response']> {
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const response = await fetch(url, { headers, redirect: 'manual' });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** The deployment's date, else the machine's in UTC, when the chart is broken. */
function dayIn(chart: string): string {
  return /"(?:t|start)":\s*"(\d{4}-\d\d-\d\d)T/.exec(chart)?.[1] ?? new Date().toISOString().slice(0, 10);
}

/** The query of `next`, as a client would follow it, or null. */
function nextIn(page: string): string | null {
  const next = /"next":\s*"([^"]*)"/.exec(page)?.[1];
  const query = next?.replaceAll('\\/', '/').replaceAll('\\u0026', '&').split('?')[1];
  return query === undefined ? null : `?${query}`;
}
