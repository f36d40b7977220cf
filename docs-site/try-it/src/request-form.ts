import { CODES } from '../../../mocks/http/preferences.ts';
import type { DescribedEndpoint } from '../../../mocks/page/outline.ts';
import { SCENARIO_NAMES, SCENARIOS } from '../../../mocks/scenarios.ts';
import { byId, element } from '../../../src/explorer/page/element.ts';
import { FIRST, type ShownRequest } from './request-address.ts';

/** The scenario of a request that asks for none. */
const [STANDARD] = SCENARIO_NAMES;

/** The form that a request is made with. */
export class RequestForm {
  readonly #form = byId<HTMLFormElement>('try-it');
  readonly #parameters = byId('try-parameters');
  readonly #endpoints: readonly DescribedEndpoint[];
  readonly #likelyBaseUrl: string;

  /** `likelyBaseUrl` is shown until the user names another deployment. */
  constructor(endpoints: readonly DescribedEndpoint[], likelyBaseUrl: string) {
    this.#endpoints = endpoints;
    this.#likelyBaseUrl = likelyBaseUrl;
    this.#select('scenario').append(
      ...SCENARIO_NAMES.map((name) =>
        option(name === STANDARD ? '' : name, `${name}: ${SCENARIOS[name].about}`),
      ),
    );
    this.#select('code').append(
      option('', 'no'),
      ...CODES.filter((code) => code !== 200).map((code) => option(String(code), String(code))),
    );
  }

  /** Calls back when the user changes the request, and when the user sends it. */
  listen(changed: () => void, sent: () => void): void {
    this.#form.addEventListener('input', (event) => {
      // Other parameters belong to another operation.
      if (event.target === this.#select('operation'))
        this.#showParameters(this.#select('operation').value, []);
      this.#showSource(this.#isMock);
      changed();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent();
    });
  }

  /** Fills in a request. */
  show(request: ShownRequest): void {
    this.#select('operation').value = request.operationId;
    this.#select('form').value = String(request.form);
    this.#showParameters(request.operationId, request.query);
    for (const source of this.#form.querySelectorAll<HTMLInputElement>('[name=source]'))
      source.checked = (source.value === 'mock') === (request.baseUrl === null);
    choose(this.#select('scenario'), request.scenario === STANDARD ? '' : request.scenario);
    choose(this.#select('code'), request.code);
    this.#select('key').value = request.hasKey ? '' : 'none';
    this.#input('now').value = request.now;
    this.#input('time-zone').value = request.timeZone;
    this.#input('base-url').value = request.baseUrl ?? this.#likelyBaseUrl;
    this.#showSource(request.baseUrl === null);
    this.#form.hidden = false;
  }

  /** Reads the request. */
  read(): ShownRequest {
    const fields = [...this.#parameters.querySelectorAll('input')];
    const other = fields.pop();
    const named = fields.flatMap(({ name, value }) =>
      value === '' ? [] : [[name.slice(1), value] as const],
    );
    return {
      ...FIRST,
      form: this.#select('form').value === '1' ? 1 : 2,
      operationId: this.#select('operation').value,
      query: [...named, ...new URLSearchParams(other?.value ?? '')],
      baseUrl: this.#isMock ? null : this.#input('base-url').value.trim(),
      scenario: this.#select('scenario').value,
      code: this.#select('code').value,
      hasKey: this.#select('key').value === '',
      now: this.#input('now').value.trim(),
      timeZone: this.#input('time-zone').value.trim(),
    };
  }

  get #isMock(): boolean {
    return new FormData(this.#form).get('source') === 'mock';
  }

  #showSource(isMock: boolean): void {
    byId('try-mock').hidden = !isMock;
    byId('try-deployment').hidden = isMock;
  }

  /** Shows a field for each parameter. What fits into none, such as an unknown or an empty one, is in the last field. */
  #showParameters(operationId: string, query: ShownRequest['query']): void {
    const { parameters = [] } = this.#endpoints.find((one) => one.operationId === operationId) ?? {};
    const others = new URLSearchParams();
    const values = new Map<string, string>();
    for (const [name, value] of query) {
      const fits = value !== '' && !values.has(name) && parameters.some((one) => one.name === name);
      if (fits) values.set(name, value);
      else others.append(name, value);
    }
    this.#parameters.replaceChildren(
      ...parameters.map((one) => field(`:${one.name}`, one.name, hintOf(one), values.get(one.name) ?? '')),
      field('other', 'Other parameters', 'For example a=1&b=2.', String(others)),
    );
  }

  #select(name: string): HTMLSelectElement {
    return this.#form.elements.namedItem(name) as HTMLSelectElement;
  }

  #input(name: string): HTMLInputElement {
    return this.#form.elements.namedItem(name) as HTMLInputElement;
  }
}

function option(value: string, text: string): HTMLOptionElement {
  return element('option', { value }, text);
}

/** Chooses a value, also one that is none of the options, as an address can have. */
function choose(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some((one) => one.value === value)) select.append(option(value, value));
  select.value = value;
}

function field(name: string, label: string, hint: string, value: string): HTMLElement {
  const [id, hintId] = [`try-field-${name}`, `try-hint-${name}`];
  const plain = { autocomplete: 'off', spellcheck: 'false', 'aria-describedby': hintId };
  return element(
    'div',
    element('label', { for: id }, label),
    element('input', { id, name, value, ...plain }),
    element('small', { id: hintId }, hint),
  );
}

/** The first paragraph of a parameter's description; the others are about other deployments. */
function hintOf({ description }: DescribedEndpoint['parameters'][number]): string {
  const [first = ''] = description.replaceAll('`', '').split('\n\n');
  return first.trim();
}
