import { byId } from '../../../src/explorer/page/element.ts';
import type { ShownResponse } from './ask.ts';
import { highlightedJson } from './highlighted-json.ts';
import { indentedJson } from './indented-json.ts';

const tried = byId('tried');
const status = byId('try-status');
const headers = byId('try-headers');
const body = byId('try-body');
const pretty = byId<HTMLInputElement>('try-pretty');
const parts = ['try-headers-block', 'try-body-block', 'try-view'].map((id) => byId(id));

/** The longest text with colors, since each of them is an element. */
const COLORED = 300_000;

/** Shows a response. `linkOf` returns where a text in the body leads in this page; null if nowhere. */
export function showResponse(response: ShownResponse, linkOf: (text: string) => string | null): void {
  const { status: code, reason, content, isCut, milliseconds } = response;
  const bytes = new TextEncoder().encode(content).length.toLocaleString('en-US');
  const size = isCut ? `more than ${bytes} bytes, not all shown` : `${bytes} bytes`;
  const time = milliseconds < 1 ? 'under 1 ms' : `${Math.round(milliseconds)} ms`;
  status.textContent = `${`${code} ${reason}`.trim()} · ${size} · ${time}`;
  status.dataset['kind'] = code < 400 ? 'success' : 'failure';
  headers.textContent = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const isJson = response.headers.some(
    ([name, value]) => /^content-type$/i.test(name) && /\bjson\b/.test(value),
  );
  const showBody = () => {
    const text = isJson && pretty.checked ? indentedJson(content) : content;
    const isColored = isJson && pretty.checked && text.length <= COLORED;
    body.replaceChildren(isColored ? highlightedJson(text, linkOf) : text);
  };
  showBody();
  pretty.onchange = showBody;
  for (const part of parts) part.hidden = false;
  tried.removeAttribute('aria-busy');
  byId('try-view').hidden = !isJson;
}

/** Marks what is shown as out of date; replaces it if the next response takes longer than a moment. */
export function showWaiting(isLong: boolean): void {
  if (isLong) showNotice('Waiting for the response…', 'waiting');
  tried.setAttribute('aria-busy', 'true');
}

/** Shows a sentence in place of a response: what is wrong, or what to do. */
export function showNotice(text: string, kind: 'failure' | 'waiting'): void {
  status.textContent = text;
  status.dataset['kind'] = kind;
  for (const part of parts) part.hidden = true;
  tried.removeAttribute('aria-busy');
}
