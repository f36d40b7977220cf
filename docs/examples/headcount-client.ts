import createClient, { type Client } from 'openapi-fetch';
// In a project of your own: npx openapi-typescript http://127.0.0.1:4010/openapi.yaml -o headcount.d.ts
import type { components, paths } from '../../src/contract/form-2.types.generated.ts';

export type Status = components['schemas']['Status'];
export type Report = components['schemas']['Report'];
export type Problem = components['schemas']['Problem'];

/** The service refused a request; `retryAfter` tells for how many seconds, where it says so. */
export class HeadcountError extends Error {
  override readonly name = 'HeadcountError';
  readonly status: number;
  readonly retryAfter: number | null;

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? `the service answered ${response.status}`);
    this.status = response.status;
    const seconds = response.headers.get('Retry-After');
    this.retryAfter = seconds === null ? null : Number(seconds);
  }
}

/** A client of the interface, typed by the contract. `headers` go with each request, such as `Prefer` for a mock. */
export function headcountClient(
  baseUrl: string,
  key: string,
  headers: Record<string, string> = {},
): Client<paths> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Token ${key}`, ...headers } });
  client.use({
    async onResponse({ response }) {
      if (response.ok) return;
      const problem = (await response
        .clone()
        .json()
        .catch(() => undefined)) as Problem | undefined;
      throw new HeadcountError(response, problem);
    },
  });
  return client;
}

/** The line now, in a few words. */
export async function lineNow(client: Client<paths>): Promise<string> {
  const { data } = await client.GET('/api/v1/status');
  if (data === undefined) return 'unknown';
  const { hours, has_estimate, estimate_display, message } = data;
  if (!hours.is_open) return message ?? 'closed';
  if (!has_estimate) return message ?? 'open, and nobody has reported lately';
  return [`${estimate_display} people`, message].filter((part) => part !== null).join('. ');
}

/** Every report, newest first: asks for a page whenever the one before is used up. */
export async function* allReports(client: Client<paths>): AsyncGenerator<Report> {
  let cursor: string | null | undefined;
  do {
    const query = { limit: 200, ...(cursor == null ? {} : { cursor }) };
    const { data } = await client.GET('/api/v1/reports', { params: { query } });
    yield* data?.results ?? [];
    cursor = data?.next == null ? null : new URL(data.next).searchParams.get('cursor');
  } while (cursor !== null);
}

/** The export as text. */
export async function exportOf(client: Client<paths>, since: string, until: string): Promise<string> {
  const { data } = await client.GET('/api/v1/export.csv', {
    params: { query: { since, until } },
    parseAs: 'text',
  });
  return data ?? '';
}
