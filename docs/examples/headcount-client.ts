import createClient, { type Client } from 'openapi-fetch';
// In your own project: npx openapi-typescript http://127.0.0.1:4010/openapi.yaml -o headcount.d.ts
import type { components, paths } from '../../src/service/contract/form-2.types.generated.ts';

export type Status = components['schemas']['Status'];
export type Report = components['schemas']['Report'];
export type Problem = components['schemas']['Problem'];

/**
 * An error response of the service; `type` is the URI of the problem's type, and `retryAfter` the time to wait in seconds. Both are
 * null if the response has none.
 */
export class HeadcountError extends Error {
  override readonly name = 'HeadcountError';
  readonly status: number;
  readonly type: string | null;
  readonly retryAfter: number | null;

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? `the service responded with ${response.status}`);
    this.status = response.status;
    this.type = problem?.type ?? null;
    const seconds = response.headers.get('Retry-After');
    this.retryAfter = seconds === null ? null : Number(seconds);
  }
}

/** A client typed by the contract. `headers` are sent with each request, such as `Prefer` for the mock. */
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

/** Describes the current line in a few words. */
export async function describeLine(client: Client<paths>): Promise<string> {
  const { data } = await client.GET('/api/v1/status');
  if (data === undefined) return 'unknown';
  const { hours, has_estimate, estimate_value, message } = data;
  if (!hours.is_open) return message ?? 'closed';
  if (!has_estimate) return message ?? 'open, no recent reports';
  return [`about ${Math.round(estimate_value)} people`, message].filter((part) => part !== null).join('. ');
}

/** Iterates over all reports, newest first. Requests each page when the previous one has been read. */
export async function* allReports(client: Client<paths>): AsyncGenerator<Report> {
  let cursor: string | null | undefined;
  do {
    const query = { limit: 200, ...(cursor == null ? {} : { cursor }) };
    const { data } = await client.GET('/api/v1/reports', { params: { query } });
    yield* data?.results ?? [];
    cursor = data?.next == null ? null : new URL(data.next).searchParams.get('cursor');
  } while (cursor !== null);
}

/** Exports the reports of a range of days as CSV. */
export async function exportReports(client: Client<paths>, since: string, until: string): Promise<string> {
  const { data } = await client.GET('/api/v1/export.csv', {
    params: { query: { since, until } },
    parseAs: 'text',
  });
  return data ?? '';
}
