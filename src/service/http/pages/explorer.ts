import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import type { Micros } from '../../domain/micros.ts';
import type { SharedResources } from '../api/shared-resources.ts';
import { PAGE_PATH } from '../api/visitors.ts';
import type { AppOptions } from '../app-options.ts';
import { etagOf } from '../server/content.ts';
import { type StaticFolder, staticFiles } from '../server/static-files.ts';
import { escaped } from './html.ts';

/** The built files of the explorer, and of the page for frames. */
export const EXPLORER_FOLDER = fileURLToPath(new URL('../../../explorer/dist/', import.meta.url));

/** The policy of the page: it loads its own files, reads from this service, and shows photos from any host. Its meta element says the same (record 18). */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page's marks of the service that serves it. */
export interface ExplorerOptions extends Pick<AppOptions, 'publicPage' | 'venueName' | 'clock'> {
  /** True if people get keys beside it, at `account`. */
  readonly hasAccountPage: boolean;
  /** The people who may report, so that the line can change at any moment: everyone, or those who stand before the sign with the code. */
  readonly reportPage: 'open' | 'code' | null;
}

/** The page's title and its heading. */
const NAME = '>Queue Headcount</';

/** The page for frames says the line without JavaScript, too. */
const WITHOUT_SCRIPT = '\n<noscript><meta http-equiv="refresh" content="0; url=embed"></noscript>';

/** Serves the explorer's files at `/`; they are built and committed. The page for frames is not the explorer's (`embeds.ts`). */
export function explorer(options: ExplorerOptions, shared: Pick<SharedResources, 'folder'>): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  const folder = shared.folder(EXPLORER_FOLDER);
  const marks = marksOf(options);
  if (marks !== '' || options.venueName !== null)
    router.get(['/', '/index.html'], sendMarkedPage(folder, marks, options));
  const files = staticFiles(folder, setHeaders);
  return router.use((request, response, next) =>
    /^\/+embed\./.test(decodeURIComponent(request.path)) ? next() : files(request, response, next),
  );
}

/** Elements of the page, which is the same for every service without them (decisions 72 and 81). */
function marksOf({ publicPage, hasAccountPage, reportPage, clock }: ExplorerOptions): string {
  const contents = {
    'public-page': publicPage ? PAGE_PATH.slice(1) : null,
    'account-page': hasAccountPage ? 'account' : null,
    'report-page': reportPage,
  };
  const metas = Object.entries(contents).map(([name, content]) =>
    content === null ? '' : `\n<meta name="${name}" content="${escaped(content)}">`,
  );
  return [...metas, clockMark(clock), publicPage ? WITHOUT_SCRIPT : ''].join('');
}

/** Says in milliseconds how far a clock that replays another day is ahead of the machine's, which no response says. Empty for the machine's. */
export function clockMark(clock: () => Micros): string {
  const ahead = Math.round(clock() / 1000 - Date.now());
  return Math.abs(ahead) < 1000 ? '' : `\n<meta name="clock-offset" content="${ahead}">`;
}

function sendMarkedPage(
  folder: StaticFolder,
  marks: string,
  { venueName, hasAccountPage }: ExplorerOptions,
): RequestHandler {
  const name = venueName === null ? NAME : `>${escaped(venueName)}</`;
  return (_request, response, next) => {
    const file = folder.get('index.html');
    if (file === null) return next();
    const page = file.body.toString();
    const marked = (hasAccountPage ? withLinks(page) : page)
      .replace('<meta charset="utf-8">', (charset) => `${charset}${marks}`)
      .replaceAll(NAME, () => name);
    setHeaders(response);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', etagOf(marked));
    response.type('html').send(marked);
  };
}

/** The links to the account page, which have no address in the page that is the same for every service. They work without JavaScript. */
function withLinks(page: string): string {
  return page
    .replaceAll('data-account hidden', 'data-account')
    .replaceAll('<a data-account', '<a data-account href="account"');
}

function setHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', `${EXPLORER_POLICY}; frame-ancestors 'none'`);
  response.setHeader('Referrer-Policy', 'no-referrer');
}
