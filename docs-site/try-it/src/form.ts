import { CODES } from '../../../mocks/http/preferences.ts';
import { pageData } from '../../../mocks/page/page-data.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../../../mocks/scenarios.ts';
import { byId, element } from '../../../src/explorer/page/element.ts';
import type { ShownRequest } from './request.ts';

/** Every operation of either form; Form 2 has all of Form 1. */
export const ENDPOINTS = pageData[2].endpoints;
/** The scenario of a request that asks for none. */
const [STANDARD] = SCENARIO_NAMES;
const form = byId<HTMLFormElement>('try-it');
const parameters = byId('try-parameters');

/** Fills in the choices. `changed` is called when the user edits the request or sends it. */
export function prepareForm(changed: () => void): void {
  control('scenario').append(
    ...SCENARIO_NAMES.map((name) =>
      option(name === STANDARD ? '' : name, `${name}: ${SCENARIOS[name].about}`),
    ),
  );
  control('code').append(
    option('', 'no'),
    ...CODES.filter((code) => code !== 200).map((code) => option(String(code), String(code))),
  );
  form.addEventListener('input', (event) => {
    // Other parameters belong to another operation.
    if (event.target === control('operation')) showParameters(control('operation').value, []);
    changed();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    changed();
  });
}

/** Shows a request. */
export function showRequest(request: ShownRequest): void {
  choose('operation', request.operationId);
  choose('form', String(request.form));
  choose('scenario', request.scenario === STANDARD ? '' : request.scenario);
  choose('code', request.code);
  choose('key', request.hasKey ? '' : 'none');
  control('now').value = request.now;
  control('time-zone').value = request.timeZone;
  showParameters(request.operationId, request.query);
  form.hidden = false;
}

/** Reads the request. */
export function readRequest(): ShownRequest {
  const fields = [...parameters.querySelectorAll('input')];
  const other = fields.pop();
  const named = fields.flatMap(({ name, value }) => (value === '' ? [] : [[name.slice(1), value] as const]));
  return {
    form: control('form').value === '1' ? 1 : 2,
    operationId: control('operation').value,
    query: [...named, ...new URLSearchParams(other?.value ?? '')],
    scenario: control('scenario').value,
    code: control('code').value,
    hasKey: control('key').value === '',
    now: control('now').value.trim(),
    timeZone: control('time-zone').value.trim(),
  };
}

/** Shows a field for each parameter. What fits into none, such as an unknown or an empty one, is in the last field. */
function showParameters(operationId: string, query: ShownRequest['query']): void {
  const { parameters: known = [] } = ENDPOINTS.find((one) => one.operationId === operationId) ?? {};
  const others = new URLSearchParams();
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    const fits = value !== '' && !values.has(name) && known.some((one) => one.name === name);
    if (fits) values.set(name, value);
    else others.append(name, value);
  }
  parameters.replaceChildren(
    ...known.map(({ name }) => field(`:${name}`, name, values.get(name) ?? '')),
    field('other', 'Other parameters', String(others)),
  );
}

function control(name: string): HTMLInputElement | HTMLSelectElement {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
}

function option(value: string, text: string): HTMLOptionElement {
  return element('option', { value }, text);
}

/** Chooses a value, also one that is none of the options, as an address can have. */
function choose(name: string, value: string): void {
  const select = control(name) as HTMLSelectElement;
  if (![...select.options].some((one) => one.value === value)) select.append(option(value, value));
  select.value = value;
}

function field(name: string, label: string, value: string): HTMLElement {
  return element('label', label, element('input', { name, value, autocomplete: 'off', spellcheck: 'false' }));
}
