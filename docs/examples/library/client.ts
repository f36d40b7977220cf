// client.ts
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from 'queue-headcount/contract/form-2';

export type Status = components['schemas']['Status'];

/** A client whose paths, parameters and responses are typed by the contract. */
export function headcount(baseUrl: string, key: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { Authorization: `Token ${key}` } });
}

/** The line in a few words. */
export async function describeLine(client: Client<paths>): Promise<string> {
  const { data, error } = await client.GET('/api/v1/status');
  if (error !== undefined) throw new Error(error.detail);
  return data.has_estimate ? `about ${Math.round(data.estimate_value)} people` : (data.message ?? 'unknown');
}
