import type { Response } from 'express';

/** A page of one paragraph; all but the title is HTML. */
interface PlainPage {
  readonly title: string;
  readonly text: string;
  readonly head?: string;
}

/** Sends a page that only says something, and that is not kept. */
export function sendPlainPage(
  response: Response,
  status: number,
  { title, text, head = '' }: PlainPage,
): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
  response
    .status(status)
    .type('html')
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>
<body style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif"><h1>${title}</h1><p>${text}</p></body>
</html>
`);
}
