import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import type { Exchange } from '../requests/exchange.ts';

const maximum = 200;

/** Whether a later page of the feed was asked to be above the maximum and is as a page of the maximum would be. */
export function isFullPage({ endpoint, params, response }: Exchange): boolean {
  const isAbove =
    endpoint === 'reports' && params['cursor'] !== undefined && Number(params['limit']) > maximum;
  if (!isAbove || response?.status !== 200) return false;
  const body = parseJson(response.body);
  const { length } = arrayIn(body, 'results');
  return length === maximum || (length > 0 && length < maximum && isObject(body) && body['next'] === null);
}
