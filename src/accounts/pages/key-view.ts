import type { Request } from 'express';
import type { Micros } from '../../service/domain/micros.ts';
import type { Overview } from '../overview.ts';
import type { PageContext } from './context.ts';
import { rootOf } from './page.ts';
import type { VenueTimes } from './venue-times.ts';

/** What pages about keys need to know. */
export interface KeyView {
  readonly root: string;
  readonly times: VenueTimes;
  readonly now: Micros;
  readonly overview: Overview;
  /** Whom to contact, as a phrase. */
  readonly contact: string;
}

/** What pages about the keys of an account show. */
export async function keyViewOf(context: PageContext, request: Request, account: number): Promise<KeyView> {
  const { times, clock, accounts, facts } = context;
  const overview = await accounts.overview(account);
  return { root: rootOf(request), times, now: clock(), overview, contact: facts.contact };
}

/** What a form has done, by the word in the address that it leads to. */
const DONE: Readonly<Record<string, string>> = {
  renamed: 'The key has its new name.',
  revoked: 'The key was revoked. It no longer works.',
};

/** What the form before a page has done, in words; null if there was none. */
export function doneIn({ query }: Request): string | null {
  const { done } = query;
  return typeof done === 'string' && Object.hasOwn(DONE, done) ? (DONE[done] as string) : null;
}
