import express, { type RequestHandler, Router } from 'express';

/** The documentation site as the service finds it. */
export interface Documentation {
  /** Where the built site lies, or will lie. */
  readonly folder: string;
  /** Whether somebody is building it at present. */
  readonly isBeingBuilt: () => boolean;
}

/**
 * Serves the documentation site as files, without a key. Browsers ask each time whether a file has changed, since a
 * site that is built anew has the same addresses. Where there is no site, a short page says what to do.
 */
export function documentation({ folder, isBeingBuilt }: Documentation): RequestHandler {
  const router = Router();
  router.use((request, response, next) => {
    // Relative, so that it also leads there below a path that a proxy takes away.
    if (request.originalUrl.split('?')[0] === '/docs') response.redirect(301, 'docs/');
    else next();
  });
  router.use(
    express.static(folder, {
      cacheControl: false,
      setHeaders: (response) => void response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  router.get('/', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (isBeingBuilt()) response.setHeader('Retry-After', '3');
    response
      .status(isBeingBuilt() ? 503 : 404)
      .type('html')
      .send(isBeingBuilt() ? BEING_BUILT : NOT_BUILT);
  });
  return router;
}

const BEING_BUILT = page(
  'The documentation is being built',
  'It takes some seconds. This page then shows it by itself.',
  '<meta http-equiv="refresh" content="2">',
);
const NOT_BUILT = page(
  'The documentation has not been built',
  'In the folder of the project, <code>npm run docs</code> builds it. The service needs no restart. <a href="../openapi.yaml">The contract</a> is there in any case.',
);

function page(title: string, text: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>
<body style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif"><h1>${title}</h1><p>${text}</p></body>
</html>
`;
}
