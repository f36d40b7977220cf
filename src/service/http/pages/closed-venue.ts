import type { RequestListener } from 'node:http';
import type { AppOptions } from '../app-options.ts';
import { crossOrigin } from '../server/cross-origin.ts';
import { databaseUnavailable } from '../server/problem.ts';
import type { Watchers } from '../server/request-record.ts';
import { addHealthChecks, newPages, pagesListener } from './page-app.ts';
import { isForBrowser, sendPlainPage } from './plain-page.ts';

/** Responds with 503 for a venue whose database can't be opened. `cause` is for the log. */
export function closedVenue(
  options: Watchers & Pick<AppOptions, 'isServing'>,
  cause: Error,
): RequestListener {
  const pages = newPages(options);
  pages.use(crossOrigin);
  addHealthChecks(pages, options, () => Promise.reject(cause));
  pages.use((request, response) => {
    if (!isForBrowser(request)) throw databaseUnavailable(cause);
    response.setHeader('Retry-After', RELOAD);
    sendPlainPage(response, 503, {
      title: 'No data right now',
      text: 'This page tries again in a minute.',
      head: `<meta http-equiv="refresh" content="${RELOAD}">`,
    });
  });
  return pagesListener(pages, options);
}

/** In seconds. */
const RELOAD = '60';
