import { arrayIn, isObject, parseJson } from '../contract/json.ts';
import { type Exchange, isAllowed, walkStep } from '../requests/exchange.ts';
import { farAbove, isTooLong, linkParams, overStep, type PageLinks } from '../requests/steps.ts';
import { limits } from '../safety/limits.ts';
import { noRoom } from './evidence.ts';
import type { Run } from './run.ts';

const maximum = 200;

/** Follows `next` from the last page of the walk, with at most `allowance` requests, to the end of the feed or the first error. */
export async function continueWalk(run: Run, allowance: number): Promise<void> {
  const cursors = new Set<string>();
  for (let sent = 0; ; sent += 1) {
    const page = lastPage(run.client.exchanges);
    const next = isObject(page) ? page['next'] : undefined;
    if (isTooLong(next)) {
      const reason = `next is longer than ${limits.linkLength} characters`;
      run.cutShort({ step: walkStep, reason, blocked: true });
    }
    const params = linkParams(next);
    if (params === undefined) return;
    const cursor = JSON.stringify(params);
    const goesInCircles = arrayIn(page, 'results').length === 0 || cursors.has(cursor);
    if (goesInCircles) return;
    cursors.add(cursor);

    const obstacle = run.obstacle();
    if (obstacle !== undefined || sent >= allowance) {
      run.cutShort({
        step: walkStep,
        reason: obstacle ?? noRoom,
        blocked: obstacle !== undefined,
        purpose: 'older pages of the feed, and where it ends',
      });
      return;
    }
    const ask = (step: string, wanted: Readonly<Record<string, string>>) =>
      run.client.send(step, { endpoint: 'reports', params: run.withKey(wanted) });
    // The second page is asked to be far too long, which saves a request; a service may reject that
    if (sent === 0 && isFullPage(await ask(overStep('reports'), { ...params, limit: farAbove }))) continue;
    // A link may omit the page size; the walk still asks for large pages
    const { response } = await ask(walkStep, { limit: String(maximum), ...params });
    if (response?.status !== 200) return;
  }
}

/** The body of the last page that the walk has read. */
function lastPage(exchanges: readonly Exchange[]): unknown {
  const last = exchanges.findLast(
    (one) => one.response !== undefined && (one.step === walkStep || isFullPage(one)),
  );
  return parseJson(last?.response?.body ?? '');
}

/** Checks whether a later page of the feed was asked to be above the maximum and is as a page of the maximum would be. */
export function isFullPage({ endpoint, params, response }: Exchange): boolean {
  const isAbove =
    endpoint === 'reports' && params['cursor'] !== undefined && Number(params['limit']) > maximum;
  if (!isAbove || response?.status !== 200) return false;
  const body = parseJson(response.body);
  const { length } = arrayIn(body, 'results');
  return length === maximum || (length > 0 && length < maximum && isObject(body) && body['next'] === null);
}

/** The links of an exchange that read a page of the feed. */
export function linksOf({ step, endpoint, response, ...rest }: Exchange): readonly PageLinks[] {
  if (endpoint !== 'reports' || response?.status !== 200 || !isAllowed({ step, endpoint, ...rest }))
    return [];
  const body = parseJson(response.body);
  const { next, previous } = isObject(body) ? body : {};
  return [{ step, next, previous }];
}
