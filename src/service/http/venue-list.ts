import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { admissionProblem } from './admission.ts';
import {
  type AppOptions,
  addHealthChecks,
  isForAccounts,
  newPages,
  noteClient,
  pageErrors,
  refusal,
} from './app.ts';
import { crossOrigin } from './cross-origin.ts';
import { failureHandler } from './failure.ts';
import { ACCOUNT_PATH } from './page-paths.ts';
import { escaped, sendPlainPage } from './plain-page.ts';
import { Problem } from './problem.ts';
import { shown } from './query.ts';
import { splitTarget } from './request-log.ts';

/** A venue in the list. */
export interface ListedVenue {
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** The line in a sentence, as everybody may know it; null if nobody may. */
  readonly line: (() => Promise<string>) | null;
}

interface Options
  extends Pick<
    AppOptions,
    'logger' | 'observer' | 'isServing' | 'baseUrl' | 'trustedProxies' | 'accountPage'
  > {
  /** Rejects if the database of the accounts cannot be used. */
  readonly checkDatabase: () => Promise<void>;
  readonly venues: (request: IncomingMessage) => readonly ListedVenue[];
}

/** What a service with several venues serves outside of them: their list, the account page and the health checks. */
export function venueList(options: Options): RequestListener {
  const { accountPage } = options;
  const fail = failureHandler(options);
  const refuse = refusal(options, fail);
  const pages = newPages(options);
  if (accountPage !== null) pages.use(ACCOUNT_PATH, noteClient(options), accountPage);
  pages.use(crossOrigin);
  addHealthChecks(pages, options, options.checkDatabase);
  pages.get('/', list(options));
  // The documentation names a venue in its commands, and the first is as good as any other.
  pages.get(['/docs', '/docs/*path'], (request, response) => {
    const path = splitTarget(request.originalUrl)[0];
    response.redirect(302, `${options.venues(request)[0]?.url}${path === '/docs' ? '/docs/' : path}`);
  });
  pages.use((request) => {
    const path = shown(splitTarget(request.originalUrl)[0]);
    const list = `${options.baseUrl.of(request)}/`;
    throw new Problem('not-found', `The path ${path} belongs to no venue. ${list} lists the venues.`);
  });
  pages.use(pageErrors(fail));
  const isBodyRead = (request: IncomingMessage) => accountPage !== null && isForAccounts(request);
  return (request, response) => {
    const problem = admissionProblem(request, response, isBodyRead);
    if (problem === null) pages(request, response);
    else refuse(problem, request, response);
  };
}

/** The venues, for browsers with a link to each, and for programs with the address of each API. */
function list({ venues, accountPage, baseUrl }: Options): RequestHandler {
  return async (request, response) => {
    response.vary('Accept');
    const listed = venues(request);
    if (request.accepts(['text/plain', 'html']) !== 'html') {
      const lines = listed.map(({ name, url }) => `${name}: ${url}/api/v1/`);
      response.setHeader('Cache-Control', baseUrl.cacheControl('no-cache'));
      return void response.type('text/plain').send(`Venues\n\n${lines.join('\n')}\n`);
    }
    const items = await Promise.all(
      listed.map(async ({ name, url, line }) => {
        const sentence =
          line === null ? '' : `<br>${escaped(await line().catch(() => 'No data right now.'))}`;
        return `<li style="margin: 1rem 0"><a href="${escaped(url)}/">${escaped(name)}</a>${sentence}</li>`;
      }),
    );
    const account =
      accountPage === null ? '' : `<p><a href="${ACCOUNT_PATH.slice(1)}">Get an API key</a></p>`;
    sendPlainPage(response, 200, {
      title: 'How long is the line?',
      text: `</p><ul style="list-style: none; padding: 0">${items.join('\n')}</ul>${account}<p>`,
    });
  };
}
