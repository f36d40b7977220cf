import { pageData } from '../../../mocks/page/page-data.ts';
import { MOCK_URL } from '../../../mocks/page/page-mock.ts';
import { byId } from '../../../src/explorer/page/element.ts';
import { askDeployment, askMock, mockTimeOf, type ShownResponse } from './ask.ts';
import { likelyBaseUrl, parseBaseUrl, parseUrl } from './base-url.ts';
import { curlCommand, mockCommand, preferOf, targetOf } from './commands.ts';
import { KeyField } from './key-field.ts';
import { FIRST, readAddress, type ShownRequest, writeAddress } from './request-address.ts';
import { RequestForm } from './request-form.ts';
import { showNotice, showResponse, showWaiting } from './response-view.ts';
import { NoResponse } from './send-request.ts';
import { ensureTemporal } from './temporal.ts';

/** Every operation of either form; Form 2 has all of Form 1. */
const ENDPOINTS = pageData[2].endpoints;
const IDS = ENDPOINTS.map(({ operationId }) => operationId);
const keys = new KeyField();
const form = new RequestForm(ENDPOINTS, likelyBaseUrl(location.href));
/** How long after the last keystroke the page follows, in milliseconds: browsers limit how often a page changes its address. */
const TYPING = 350;
let turn = 0;
let typing: number | undefined;

/** Shows the commands of a request; sends it if it goes to the mock, or if the user says so. */
async function update(isSent: boolean): Promise<void> {
  const request = form.read();
  window.clearTimeout(typing);
  turn += 1;
  const mine = turn;
  history.replaceState(null, '', addressOf(request));
  const target = targetOf(pathOf(request), request.query);
  // Until it is known that there are commands.
  for (const id of ['try-request', 'try-start']) byId(id).hidden = true;
  byId('tried').hidden = false;
  try {
    if (request.baseUrl === null) await ensureTemporal();
    if (mine !== turn) return;
    const ask =
      request.baseUrl === null ? prepareMock(request, target) : prepareDeployment(request.baseUrl, target);
    if (!isSent && request.baseUrl !== null) return showNotice('Press Send.', 'waiting');
    showWaiting(request.baseUrl !== null);
    const response = await ask();
    if (mine === turn) showResponse(response, (text) => linkOf(text, request));
  } catch (error) {
    if (mine === turn) showNotice(wordsOf(error), 'failure');
  }
}

function prepareMock(request: ShownRequest, target: string): () => Promise<ShownResponse> {
  const time = mockTimeOf(request);
  const now = time.instant.toZonedDateTimeISO(time.timeZone).toString({ timeZoneName: 'never' });
  byId('try-start-command').textContent = mockCommand(request.form, now, time.timeZone);
  showCommand(curlCommand(`${MOCK_URL}${target}`, request.hasKey ? 'any' : null, preferOf(request)), true);
  return () => askMock(request, target, time);
}

function prepareDeployment(typed: string, target: string): () => Promise<ShownResponse> {
  const baseUrl = parseBaseUrl(typed);
  if (baseUrl === null)
    throw new RangeError('The base URL must be an http or https address, without a query.');
  const key = keys.keyFor(baseUrl);
  showCommand(curlCommand(`${baseUrl}${target}`, key === null ? null : '$HEADCOUNT_API_KEY'), false);
  return () => {
    keys.keep(baseUrl, key);
    return askDeployment(baseUrl, target, key);
  };
}

function showCommand(curl: string, isMock: boolean): void {
  byId('try-command').textContent = curl;
  byId('try-request').hidden = false;
  byId('try-start').hidden = !isMock;
}

/** The address of a request. A base URL that is none is left out, since it may contain a password. */
function addressOf(request: ShownRequest): string {
  return writeAddress({
    ...request,
    baseUrl: request.baseUrl === null ? null : parseBaseUrl(request.baseUrl),
  });
}

function pathOf({ operationId }: ShownRequest): string {
  return ENDPOINTS.find((endpoint) => endpoint.operationId === operationId)?.path ?? '/';
}

/** Where a link in a response leads: to the request for the same URL, in this page. */
function linkOf(text: string, request: ShownRequest): string | null {
  const url = parseUrl(text);
  const base = request.baseUrl === null ? MOCK_URL : parseBaseUrl(request.baseUrl);
  const endpoint = ENDPOINTS.find(
    ({ path }) => url !== null && `${base}${path}` === `${url.origin}${url.pathname}`,
  );
  if (url === null || endpoint === undefined) return null;
  return addressOf({ ...request, operationId: endpoint.operationId, query: [...url.searchParams] });
}

function wordsOf(error: unknown): string {
  if (error instanceof NoResponse || error instanceof RangeError) return error.message;
  reportError(error);
  return `This page failed: ${error}`;
}

function showAddress(): void {
  const request = readAddress(location.hash, IDS);
  if (request === null) return;
  form.show(request);
  void update(false);
}

form.listen(
  () => {
    window.clearTimeout(typing);
    typing = window.setTimeout(() => void update(false), TYPING);
  },
  () => void update(true),
);
keys.onForget(() => {
  const baseUrl = parseBaseUrl(form.read().baseUrl ?? '');
  if (baseUrl !== null) keys.forget(baseUrl);
  void update(false);
});
addEventListener('hashchange', showAddress);
form.show(readAddress(location.hash, IDS) ?? FIRST);
void update(false);
