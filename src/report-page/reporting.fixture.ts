/** People and devices that report to a service. */
import type { Micros } from '../service/domain/micros.ts';
import type { Running } from '../service/http/service-under-test.fixture.ts';
import { newSecret } from '../service/keys/api-key.ts';

/** A phone without JavaScript: it keeps cookies, loads the page and taps a button. */
export class Phone {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  cookie = '';

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  open(query = ''): Promise<Response> {
    return fetch(`${this.#url}/report${query}`, { headers: this.#sent(), redirect: 'manual' });
  }

  /** Sends a form; by default as a browser does from the page itself. */
  async send(
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const response = await fetch(`${this.#url}/report`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'Sec-Fetch-Site': 'same-origin', ...this.#sent(), ...headers },
      redirect: 'manual',
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
    return response;
  }

  /** Opens the page and taps the button of a bucket. */
  async tap(bucket: string, query = ''): Promise<Response> {
    const page = await (await this.open(query)).text();
    const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    return this.send({ ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), bucket });
  }

  #sent(): Record<string, string> {
    return { ...this.#headers, ...(this.cookie === '' ? {} : { Cookie: this.cookie }) };
  }
}

/** The query of the address to which a tap leads. */
export function queryOf(sent: Response): string {
  return new URL(sent.headers.get('location') ?? '', 'http://venue.example').search;
}

/** Adds a device, and returns what posts its reports. */
export async function device(
  { store, url, clock }: Running,
  { name = 'door', every = null }: { readonly name?: string; readonly every?: Micros | null } = {},
) {
  const { secret: key, stored } = newSecret('hr');
  const reporter = await store.addReporter({ name, ...stored, createdAt: clock.now, every });
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/report`, {
      method: 'POST',
      body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      headers: {
        Authorization: `Token ${key}`,
        ...(body instanceof Blob ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
  return { key, id: reporter.id, post };
}
