import { BUCKETS, type Bucket } from '../service/domain/bucket.ts';
import type { Status } from '../service/domain/status.ts';
import { type Html, html } from '../service/http/pages/html.ts';
import { PHONE_STYLE, phonePage, phonePolicy } from '../service/http/pages/phone-page.ts';
import { LOCATION_FIELDS, LOCATION_SCRIPT } from './location.ts';

/** Each bucket in words, as the buttons say it. */
export const BUCKET_WORDS: { readonly [Label in Bucket]: string } = {
  '0': 'Nobody',
  '1-5': '1 to 5',
  '6-10': '6 to 10',
  '11-20': '11 to 20',
  '20-30': '20 to 30',
  '30+': 'More than 30',
};

const STYLE = `${PHONE_STYLE}
form{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
label:not([hidden]){grid-column:1/-1;display:grid;gap:.25rem}`;

/** No script runs but that of `location.ts`. */
export const REPORT_POLICY = phonePolicy(STYLE, LOCATION_SCRIPT);

/** The facts for every page. */
export interface PageFacts {
  /** Null: the pages say "here". */
  readonly venueName: string | null;
  /** True if visitors may see the explorer without a key. */
  readonly publicPage: boolean;
  /** True if people are asked where they are; they need not say it. */
  readonly location: boolean;
}

/** The code of the sign: null if none is needed, empty if it is asked for, or given by the address and not yet checked. */
export type CodeField = string | null;

/** Fields that the form sends unseen. */
export interface HiddenFields {
  /** Identifies this copy of the page, so that tapping twice makes one report. */
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
    code === ''
      ? // The Enter key presses the first button: without this one, it would report that nobody is in line.
        html`<button disabled hidden></button><label>Code on the sign<input name="code" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"${invalid}></label>`
      : code !== null && html`<input type="hidden" name="code" value="${code}">`;
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
  const query = code ? `&code=${encodeURIComponent(code)}` : '';
  return page(
    facts,
    'Thank you.',
    html`<p role="status">${lineNow(status)}</p>
<p class="quiet">Was it the wrong number? <a href="report?last=${last}${query}">Report again</a>: within five minutes, your new report replaces the last one.</p>`,
  );
}

/** `opens`: when the venue opens, in words; null if no opening is scheduled. `comment`: that of the day. */
export function closedPage(
  facts: PageFacts,
  { opens, comment }: { readonly opens: string | null; readonly comment: string | null },
): string {
  const next = opens === null ? '' : ` It opens ${opens}.`;
  return page(
    facts,
    `${facts.venueName ?? 'This place'} is closed.`,
    html`${comment !== null && html`<p>${comment}</p>`}<p>Reports are taken while it is open.${next}</p>`,
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
  return phonePage(
    title,
    facts.venueName,
    STYLE,
    html`${content}
${link}`,
  );
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
