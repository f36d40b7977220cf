import { formDocuments } from '../../../mocks/documents.ts';
import { CODES } from '../../../mocks/http/preferences.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../../../mocks/scenarios.ts';
import { byId, element } from '../../../src/explorer/page/element.ts';
import { OPTIONS, optionsBy, type ShownRequest } from './request.ts';

/** Every operation of either form; Form 2 has all of Form 1. */
export const ENDPOINTS = formDocuments[2].endpoints;
const form = byId<HTMLFormElement>('try-it');
const parameters = byId('try-parameters');

/** Fills in the choices. `changed` is called when the user edits the request or sends it. */
export function prepareForm(changed: () => void): void {
  // A request that asks for no scenario gets the first one.
  control('example').append(
    ...SCENARIO_NAMES.map((name, at) => option(at === 0 ? '' : name, `${name}: ${SCENARIOS[name].about}`)),
  );
  const codes = CODES.filter((code) => code !== 200).map(String);
  control('code').append(option('', 'no'), ...codes.map((code) => option(code, code)));
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
export function showRequest({ operationId, query, options }: ShownRequest): void {
  choose('operation', operationId);
  for (const name of OPTIONS) choose(name, options[name]);
  showParameters(operationId, query);
  form.hidden = false;
}

/** Reads the request. */
export function readRequest(): ShownRequest {
  const fields = [...parameters.querySelectorAll('input')];
  const other = fields.pop();
  const named = fields.flatMap(({ name, value }) => (value === '' ? [] : [[name.slice(1), value] as const]));
  return {
    operationId: control('operation').value,
    query: [...named, ...new URLSearchParams(other?.value ?? '')],
    options: optionsBy((name) => control(name).value.trim()),
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

const option = (value: string, text: string) => element('option', { value }, text);

/** Sets a field. An address can have a value that is none of the options. */
function choose(name: string, value: string): void {
  const found = control(name);
  found.value = value;
  if (found.value !== value) found.append(option(value, value));
  found.value = value;
}

function field(name: string, label: string, value: string): HTMLElement {
  return element('label', label, element('input', { name, value, autocomplete: 'off', spellcheck: 'false' }));
}
