/** The page that tries the API: each change of the form sends its request to the mock in this page. */
import type { SentResponse } from '../../../mocks/http/handle.ts';
import { MOCK_URL } from '../../../mocks/page-mock.ts';
import { byId, element } from '../../../src/explorer/page/element.ts';
import { askMock, ensureTemporal, timeOf } from './ask.ts';
import { ENDPOINTS, prepareForm, readRequest, showRequest } from './form.ts';
import { curlCommand, formOf, readAddress, type ShownRequest, targetOf, writeAddress } from './request.ts';

const IDS = ENDPOINTS.map(({ operationId }) => operationId);
/** Browsers limit how often a page changes its address, so it follows this long after the last keystroke. In milliseconds. */
const TYPING = 350;
/** A string of JSON that is a link of the mock. */
const LINK = new RegExp(`"(${MOCK_URL}[^"]+)"`, 'g');
const tried = byId('tried');
let turn = 0;
let typing: number | undefined;

async function update(): Promise<void> {
  const request = readRequest();
  turn += 1;
  const mine = turn;
  history.replaceState(null, '', writeAddress(request));
  const { path = '/' } = ENDPOINTS.find(({ operationId }) => operationId === request.operationId) ?? {};
  const target = targetOf(path, request.query);
  byId('try-command').textContent = curlCommand(`${MOCK_URL}${target}`, request);
  tried.hidden = false;
  tried.setAttribute('aria-busy', 'true');
  try {
    await ensureTemporal();
    const time = timeOf(request.options);
    const now = time.toString({ timeZoneName: 'never' });
    byId('try-start').textContent =
      `npx queue-headcount mock --form ${formOf(request)} --now ${now} --time-zone ${time.timeZoneId}`;
    const response = await askMock(request, target, time);
    if (mine === turn) showResponse(response, request);
  } catch (error) {
    if (mine === turn) showFailure(error);
  }
}

function showResponse({ status, headers, content }: SentResponse, request: ShownRequest): void {
  show(String(status), status < 400);
  byId('try-headers').textContent = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const isJson = Object.entries(headers).some(([, value]) => /^application\/(\w+\+)?json/.test(value));
  const body = isJson ? JSON.stringify(JSON.parse(content), null, 2) : content;
  // Every second part is a link.
  byId('try-body').replaceChildren(
    ...body.split(LINK).map((part, at) => (at % 2 === 0 ? part : link(part, request))),
  );
}

/** A link of a response, which leads to the request for it in this page. */
function link(text: string, request: ShownRequest): HTMLElement {
  const url = new URL(text);
  const { operationId } = ENDPOINTS.find(({ path }) => path === url.pathname) ?? request;
  const href = writeAddress({ ...request, operationId, query: [...url.searchParams] });
  return element('a', { href }, `"${text}"`);
}

function showFailure(error: unknown): void {
  const isKnown = error instanceof RangeError;
  if (!isKnown) reportError(error);
  show(isKnown ? error.message : `This page failed: ${error}`, false);
  for (const id of ['try-headers', 'try-body', 'try-start']) byId(id).textContent = '';
}

function show(status: string, isSuccess: boolean): void {
  byId('try-status').textContent = status;
  byId('try-status').dataset['kind'] = isSuccess ? 'success' : 'failure';
  tried.removeAttribute('aria-busy');
}

function showAddress(): void {
  showRequest(readAddress(location.hash, IDS));
  void update();
}

prepareForm(() => {
  window.clearTimeout(typing);
  typing = window.setTimeout(() => void update(), TYPING);
});
addEventListener('hashchange', showAddress);
showAddress();
