import type { Form } from '../contract/contract.ts';
import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import type { Endpoint } from '../contract/operations.ts';
import type { Client } from '../requests/client.ts';
import { formStep, type HttpResponse } from '../requests/exchange.ts';

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
