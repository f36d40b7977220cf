import type { RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { shown } from '../api/router.ts';
import { atMostOnceASecond } from '../api/shared-resources.ts';
import { ACCOUNT_PATH, type AppOptions, LIST_PATH } from '../app-options.ts';
import { crossOrigin } from '../server/cross-origin.ts';
import { Problem } from '../server/problem.ts';
import { splitTarget } from '../server/request-record.ts';
import { escaped } from './html.ts';
import {
  addHealthChecks,
  isForBrowser,
  newPages,
  noteClient,
  pagesListener,
  sendPlainPage,
} from './page-app.ts';

/** A venue in the list. */
export interface ListedVenue {
  readonly id: string;
  readonly name: string;
  /** Without a slash at its end; null: that of the service, and the id. */
  readonly url: string | null;
  /** The line in a sentence, as everybody may know it; null if nobody may. */
  readonly line: (() => Promise<string>) | null;
}

interface Options
  extends Pick<
    AppOptions,
    'logger' | 'observer' | 'isServing' | 'baseUrl' | 'trustedProxies' | 'accountPage'
  > {
  /** Rejects if the database of the accounts, or of a venue, cannot be used. */
  readonly checkDatabases: () => Promise<void>;
  readonly venues: () => readonly ListedVenue[];
}

/** Serves the paths outside of venues, in a service with several: their list, the account page and the health checks. */
export function venueList(options: Options): RequestListener {
  const { accountPage, baseUrl } = options;
  const sendList = listPage(options);
  const pages = newPages(options);
  if (accountPage !== null) pages.use(ACCOUNT_PATH, noteClient(options), accountPage);
  pages.use(crossOrigin);
  addHealthChecks(pages, options, options.checkDatabases);
  pages.get(['/', LIST_PATH], async (request, response) => {
    response.vary('Accept');
    if (request.accepts(['text/plain', 'html']) === 'html') {
      return sendList(request, response, 200, 'How long is the line?');
    }
    const lines = options.venues().map((one) => `${one.name}: ${urlOf(one, baseUrl.of(request))}/api/v1/`);
    response.setHeader('Cache-Control', baseUrl.cacheControl('no-cache'));
    response.type('text/plain').send(`Venues\n\n${lines.join('\n')}\n`);
  });
  // The documentation names a venue in its commands, and the first is as good as any other.
  pages.get(['/docs', '/docs/*path'], (request, response) => {
    const path = splitTarget(request.originalUrl)[0];
    const [first] = options.venues();
    const url = first === undefined ? '' : urlOf(first, baseUrl.of(request));
    response.redirect(302, `${url}${path === '/docs' ? '/docs/' : path}`);
  });
  pages.use(async (request, response) => {
    response.vary('Accept');
    if (isForBrowser(request)) return sendList(request, response, 404, 'This address belongs to no venue');
    const path = shown(splitTarget(request.originalUrl)[0]);
    const list = `${baseUrl.of(request)}${LIST_PATH}`;
    throw new Problem('not-found', `The path ${path} belongs to no venue. ${list} lists the venues.`);
  });
  return pagesListener(pages, options);
}

function urlOf({ id, url }: ListedVenue, base: string): string {
  return url ?? `${base}/${id}`;
}

/** An entry without its link. */
interface Entry {
  readonly venue: ListedVenue;
  readonly text: string;
}

/** Sends the list to browsers. Its lines are computed for all requests together, and in turn with others: there may be hundreds. */
function listPage({ venues, accountPage, baseUrl }: Options) {
  const entries = atMostOnceASecond(async () => {
    const all: Entry[] = [];
    for (const venue of venues()) {
      const { name, line } = venue;
      const sentence = line === null ? null : await line().catch(() => 'No data right now.');
      all.push({ venue, text: `${escaped(name)}</a>${sentence === null ? '' : `<br>${escaped(sentence)}`}` });
      await setImmediate();
    }
    return all;
  });
  const contentFor = (all: readonly Entry[], base: string) => {
    const items = all.map(
      ({ venue, text }) =>
        `<li style="margin: 1rem 0"><a href="${escaped(urlOf(venue, base))}/">${text}</li>`,
    );
    const account = `<p><a href="${escaped(`${base}${ACCOUNT_PATH}`)}">Get an API key</a></p>`;
    const list = `<ul style="list-style: none; padding: 0">${items.join('\n')}</ul>`;
    return `</p>${list}${accountPage === null ? '' : account}<p>`;
  };
  // Nearly all requests have the same base URL.
  let latest: { readonly all: readonly Entry[]; readonly base: string; readonly text: string } | null = null;
  return async (request: Request, response: Response, status: number, title: string): Promise<void> => {
    const base = baseUrl.of(request);
    const all = await entries();
    if (latest?.all !== all || latest.base !== base) latest = { all, base, text: contentFor(all, base) };
    sendPlainPage(response, status, { title, text: latest.text });
  };
}
