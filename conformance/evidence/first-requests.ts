import type { Form } from '../contract/contract.ts';
import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import type { Endpoint } from '../contract/operations.ts';
import type { Client } from '../requests/client.ts';
import { type Exchange, formStep, type HttpResponse } from '../requests/exchange.ts';
import { documentStepId } from '../requests/steps.ts';
import { wrongPlace } from './wrong-place.ts';

/**
 * Why the target is no deployment of the API, or none that responds yet, by its first response and one on another endpoint, which is only
 * sent to confirm what the first one shows. After a redirect to https, it is not: the key would be sent in plain text once more.
 */
export async function reasonToEnd(client: Client): Promise<string | undefined> {
  const [first] = client.exchanges;
  if (first === undefined || wrongPlace([first]) === undefined) return undefined;
  if (client.stopped() === undefined && client.left() > 0)
    await client.send(documentStepId('status', 'key'), { endpoint: 'status' });
  return wrongPlace(client.exchanges);
}

/** Asks whether a key works as a bearer token, which tells a key that is refused from one that is asked for in another form. */
const otherSchemeStep = 'key-as-bearer';

/** Why the run ends when the deployment refuses the key. */
export const keyRefused = 'the deployment refuses the key';

/**
 * Checks whether the deployment refuses the key: on its first request, on another endpoint, and as a bearer token. Costs two requests
 * if the first one is refused, else none. A key that works as a bearer token is valid, so the rules judge the rest.
 */
export async function isKeyRefused(client: Client): Promise<boolean> {
  if (!isRefused(client.exchanges[0]) || client.left() < 2) return false;
  if (!isRefused(await client.send(documentStepId('status', 'key'), { endpoint: 'status' }))) return false;
  const other = await client.send(otherSchemeStep, { endpoint: 'status', credential: 'bearer' });
  return other.response?.status !== 200;
}

/** Checks whether a response refuses the credentials of its request. */
export function isRefused(exchange: Exchange | undefined): boolean {
  const status = exchange?.response?.status;
  return status === 401 || status === 403;
}

/** Checks places that differ between the forms until two of them agree, the first page of the feed among them. */
export async function findForm(client: Client): Promise<Form> {
  const votes: Form[] = [];
  const first = arrayIn(parseJson(client.exchanges[0]?.response?.body ?? ''), 'results').filter(isObject);
  if (first.length > 0) votes.push(first.some((item) => 'photo_url' in item) ? 1 : 2);
  const ask = async (endpoint: Endpoint, vote: (response: HttpResponse) => boolean) => {
    if (votes.filter((form) => form === 2).length === 2 || votes.filter((form) => form === 1).length === 2)
      return;
    if (client.left() === 0) return;
    const { response } = await client.send(formStep, { endpoint });
    if (response !== undefined) votes.push(vote(response) ? 2 : 1);
  };
  await ask('highlights', (response) => response.status === 200);
  await ask('patterns', (response) => 'open_hours' in toObject(response.body));
  await ask('chart', (response) => 'open_window' in toObject(response.body));
  return votes.filter((form) => form === 2).length * 2 > votes.length ? 2 : 1;
}

function toObject(body: string | undefined): object {
  const value = parseJson(body ?? '');
  return isObject(value) ? value : {};
}
