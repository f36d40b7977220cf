import type { Client } from '../requests/client.ts';
import type { Exchange } from '../requests/exchange.ts';
import { documentStepId } from '../requests/steps.ts';

/** Asks whether a key works as a bearer token, which tells a key that is refused from one that is asked for in another form. */
const otherSchemeStep = 'key-as-bearer';

/** Why the run ends when the deployment refuses the key. */
export const keyRefused = 'the deployment refuses the key';

/**
 * Whether the deployment refuses the key: on its first request, on another endpoint, and as a bearer token. Costs two requests
 * if the first one is refused, else none. A key that works as a bearer token is valid, so the rules judge the rest.
 */
export async function isKeyRefused(client: Client): Promise<boolean> {
  if (!isRefused(client.exchanges[0]) || client.left() < 2) return false;
  if (!isRefused(await client.send(documentStepId('status', 'key'), { endpoint: 'status' }))) return false;
  const other = await client.send(otherSchemeStep, { endpoint: 'status', credential: 'bearer' });
  return other.response?.status !== 200;
}

/** Whether a response refuses the credentials of its request. */
export function isRefused(exchange: Exchange | undefined): boolean {
  const status = exchange?.response?.status;
  return status === 401 || status === 403;
}
