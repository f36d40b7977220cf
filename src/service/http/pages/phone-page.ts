import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

/** The style of pages for phones. It is part of the page, so that it is one request on a slow phone. */
export const PHONE_STYLE = `
:root{color-scheme:light dark;--text:#1b2024;--quiet:#566068;--paper:#fff;--accent:#0b6b66;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e6eaec;--quiet:#a3acb3;--paper:#14181b;--accent:#5fd0c5;--on:#0f1a19;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:30rem;min-height:100svh;margin:auto;padding:1.25rem;display:flex;flex-direction:column;justify-content:center;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0;text-wrap:balance}
p{margin:0}
button{min-height:5.5rem;padding:.5rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on);font:600 1.375rem/1.2 system-ui,sans-serif;cursor:pointer;touch-action:manipulation}
button:active{opacity:.75}
:focus-visible{outline:3px solid var(--text);outline-offset:3px}
input{font:inherit;padding:.75rem;border:2px solid var(--quiet);border-radius:.5rem;background:var(--paper);color:var(--text);width:100%}
.tick:not([hidden]){display:flex;align-items:center;gap:.75rem;min-height:2.75rem}
.tick input{margin:0;width:1.5rem;height:1.5rem;accent-color:var(--accent)}
.quiet{color:var(--quiet);font-size:1rem}
.error{border-left:4px solid var(--bad);padding-left:.75rem}
a{color:var(--accent)}`;

/** Returns the policy of a page, which shows itself, and sends its form here. Nothing is loaded, and no other script runs. */
export function phonePolicy(style: string, script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** A page with its style; null: the venue has no name. */
export function phonePage(title: string, venueName: string | null, style: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${venueName !== null && !title.includes(venueName) && ` – ${venueName}`}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
