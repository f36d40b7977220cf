import { createHash } from 'node:crypto';
import { BUCKETS } from '../service/domain/bucket.ts';
import type { Status } from '../service/domain/status.ts';
import { Html, html } from '../service/http/html.ts';
import { BUCKET_WORDS } from './buckets.ts';
import { LOCATION_FIELDS, LOCATION_SCRIPT } from './location.ts';

/** Part of the page, so that it is one request on a slow phone. */
const STYLE = `
:root{color-scheme:light dark;--text:#1b2024;--quiet:#566068;--paper:#fff;--accent:#0b6b66;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e6eaec;--quiet:#a3acb3;--paper:#14181b;--accent:#5fd0c5;--on:#0f1a19;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:30rem;min-height:100svh;margin:auto;padding:1.25rem;display:flex;flex-direction:column;justify-content:center;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0;text-wrap:balance}
p{margin:0}
form{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
button{min-height:5.5rem;padding:.5rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on);font:600 1.375rem/1.2 system-ui,sans-serif;cursor:pointer;touch-action:manipulation}
button:active{opacity:.75}
:focus-visible{outline:3px solid var(--text);outline-offset:3px}
label:not([hidden]){grid-column:1/-1;display:grid;gap:.25rem}
input{font:inherit;padding:.75rem;border:2px solid var(--quiet);border-radius:.5rem;background:var(--paper);color:var(--text);width:100%}
.tick:not([hidden]){display:flex;align-items:center;gap:.75rem;min-height:2.75rem}
.tick input{margin:0;width:1.5rem;height:1.5rem;accent-color:var(--accent)}
.quiet{color:var(--quiet);font-size:1rem}
.error{border-left:4px solid var(--bad);padding-left:.75rem}
a{color:var(--accent)}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the pages may do: show themselves, and send their form here. Nothing is loaded, and no script runs but that of `location.ts`. */
export const REPORT_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(LOCATION_SCRIPT)}`,
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** What every page knows. */
export interface PageFacts {
  /** Null: the pages say "here". */
  readonly venueName: string | null;
  /** Whether visitors may see the explorer without a key. */
  readonly publicPage: boolean;
  /** Whether people are asked where they are; they need not say it. */
  readonly location: boolean;
}

/** The code of the sign: not needed, asked for, or given by the address and not yet checked. */
export type CodeField = { readonly kind: 'none' | 'ask' } | { readonly kind: 'given'; readonly code: string };

/** What the form sends unseen. */
export interface HiddenFields {
  /** Identifies this copy of the page. */
  readonly page: string;
  /** The token of the report that the next one replaces; null: none that the address knows. */
  readonly last: string | null;
}

/** The page that asks. `error`: what was wrong with the last attempt. */
export function askPage(
  facts: PageFacts,
  { page: copy, last }: HiddenFields,
  code: CodeField,
  error: string | null,
): string {
  const buttons = BUCKETS.map(
    (bucket) =>
      html`<button name="bucket" value="${bucket}" aria-label="${BUCKET_WORDS[bucket]} in line">${BUCKET_WORDS[bucket]}</button>`,
  );
  const invalid = error !== null && html` aria-invalid="true"`;
  const field =
    code.kind === 'ask'
      ? // The Enter key presses the first button: without this one, it would report that nobody is in line.
        html`<button disabled hidden></button><label>Code on the sign<input name="code" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"${invalid}></label>`
      : code.kind === 'given' && html`<input type="hidden" name="code" value="${code.code}">`;
  return page(
    facts,
    `How many people are in line${where(facts)}?`,
    html`${error !== null && html`<p class="error" role="alert">${error}</p>`}
<form method="post" action="report"><input type="hidden" name="page" value="${copy}">${last !== null && html`<input type="hidden" name="last" value="${last}">`}${field}${facts.location && LOCATION_FIELDS}${buttons}</form>
<p class="quiet">Your report is anonymous: neither your address nor anything about your phone is kept with it.${facts.location && ' Where you are is only kept if you tick the box, and shown to nobody.'}</p>`,
  );
}

/** After a report: what the line is now. `last`: the token of the report. */
export function thanksPage(facts: PageFacts, status: Status, code: CodeField, last: string): string {
  const query = code.kind === 'given' ? `&code=${encodeURIComponent(code.code)}` : '';
  return page(
    facts,
    'Thank you.',
    html`<p role="status">${lineNow(status)}</p>
<p class="quiet">Was it the wrong number? <a href="report?last=${last}${query}">Report again</a>: within five minutes, your new report replaces the last one.</p>`,
  );
}

/** `opens`: when the venue opens, in words; null if no opening is scheduled. */
export function closedPage(facts: PageFacts, opens: string | null): string {
  const next = opens === null ? '' : ` It opens ${opens}.`;
  return page(
    facts,
    `${facts.venueName ?? 'This place'} is closed.`,
    html`<p>Reports are taken while it is open.${next}</p>`,
  );
}

/** A page that only says what happened. */
export function messagePage(facts: PageFacts, title: string, message: string): string {
  return page(
    facts,
    title,
    html`<p>${message}</p>
<p><a href="report">Back to the question</a></p>`,
  );
}

function page(facts: PageFacts, title: string, content: Html): string {
  const link = facts.publicPage && html`<p><a href="./">See the line through the day</a></p>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${facts.venueName !== null && !title.includes(facts.venueName) && ` – ${facts.venueName}`}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
${link}
</main>
</body>
</html>
`.text;
}

function where({ venueName }: PageFacts): string {
  return venueName === null ? ' here' : ` at ${venueName}`;
}

function lineNow({ hasEstimate, value }: Status): string {
  const people = Math.round(value);
  if (!hasEstimate) return 'Your report is counted.';
  if (people === 0) return 'There is no line now.';
  return `The line is now about ${people === 1 ? '1 person' : `${people} people`}.`;
}
