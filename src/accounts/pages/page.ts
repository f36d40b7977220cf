import type { Request, Response } from 'express';
import { Html, html } from '../../service/http/pages/html.ts';
import { splitTarget } from '../../service/http/server/request-record.ts';
import { formError, type SentForm } from './fields.ts';

/** The content of a page, below its header. */
export interface Page {
  readonly title: string;
  readonly main: Html;
}

/**
 * The relative path from a request's page to where the service is, such as `../../`: links work behind any proxy and below any path.
 * Empty paths are not links, so it is at least `./`.
 */
export function rootOf({ originalUrl, baseUrl }: Pick<Request, 'originalUrl' | 'baseUrl'>): string {
  const below = splitTarget(originalUrl)[0].slice(baseUrl.length);
  return '../'.repeat(below.split('/').length - 1) || './';
}

/** From a page below the account to the account. */
export function backLink(root: string): Html {
  return html`<p><a href="${root}account">← Your account</a></p>`;
}

/** A page that asks before something ends: its button sends a form, and another link leads back. */
export function questionPage(
  root: string,
  about: {
    readonly title: string;
    readonly lead: string;
    readonly details: Html;
    /** Below the root, as `back`. */
    readonly action: string;
    readonly fields?: Html;
    /** The form, if it was refused. */
    readonly sent?: SentForm | null;
    readonly button: string;
    readonly back: string;
  },
): Page {
  const { title, lead, details, action, fields, sent = null, button, back } = about;
  return {
    title: sent === null ? title : `Error: ${title}`,
    main: html`${backLink(root)}
<h1>${title}</h1>
${formError(sent)}
<section class="card">
<p class="lead">${lead}</p>
${details}
<form method="post" action="${root}${action}" novalidate>
${fields ?? null}
<p class="buttons"><button class="danger">${button}</button> <a class="button" href="${root}${back}">Keep it</a></p>
</form>
</section>`,
  };
}

/** A page that only says something, with a link. */
export function messagePage(
  title: string,
  text: string,
  [href, label]: readonly [href: string, label: string],
): Page {
  return {
    title,
    main: html`<h1>${title}</h1>
<section class="card"><p class="lead">${text}</p>
<p><a href="${href}">${label}</a></p></section>`,
  };
}

/** The icon of the explorer. */
const ICON = new Html(
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230b6b66'/%3E%3Cg fill='%23fff'%3E%3Ccircle cx='8' cy='16' r='3.5'/%3E%3Ccircle cx='17' cy='16' r='3.5' opacity='.8'/%3E%3Ccircle cx='25.5' cy='16' r='3' opacity='.5'/%3E%3C/g%3E%3C/svg%3E`,
);

/** Sends a page. Its name is that of the site, `siteName` of `response.locals`. Express sends no body in response to HEAD. */
export function sendPage(response: Response, status: number, { title, main }: Page): void {
  const root = rootOf(response.req);
  const name = String(response.locals['siteName']);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – ${name}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${root}account/colors.css">
<link rel="stylesheet" href="${root}account/base.css">
<link rel="stylesheet" href="${root}account/header.css">
<link rel="stylesheet" href="${root}account/account.css">
<script type="module" src="${root}account/account.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <a class="name" href="${root}">${name}</a>
  <nav class="areas" aria-label="Site">
    <a href="${root}docs/">Docs</a>
    <a href="${root}">Explorer</a>
    <a href="${root}account" aria-current="true" data-account>Account</a>
  </nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`;
  response.status(status).type('html').send(page.text);
}

/** Sends the browser to another page with GET, such as `account/keys/3`. */
export function redirect(response: Response, path: string): void {
  response
    .status(303)
    .location(rootOf(response.req) + path)
    .end();
}
