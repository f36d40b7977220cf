/** People behind the counter, with their link, at a service. */
import type { Running } from '../service/http/service-under-test.fixture.ts';
import { addStaffLink } from './staff-links.ts';

/** A phone without JavaScript that has opened a link. */
export interface StaffPhone {
  readonly id: number;
  readonly secret: string;
  readonly cookie: string;
  open(headers?: Readonly<Record<string, string>>): Promise<Response>;
  send(
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Sends a form that must be accepted. */
  change(fields: Readonly<Record<string, string>>): Promise<void>;
  /** The text of the page, without its style. */
  text(): Promise<string>;
}

export function addLink({ store, clock }: Pick<Running, 'store' | 'clock'>, name = 'Counter') {
  return addStaffLink(store, { name, now: clock.now });
}

export function openLink(url: string, secret: string): Promise<Response> {
  return fetch(`${url}/staff?link=${secret}`, { redirect: 'manual' });
}

export async function staffPhone(
  service: Pick<Running, 'store' | 'clock' | 'url'>,
  name?: string,
): Promise<StaffPhone> {
  const { url } = service;
  const { id, secret } = await addLink(service, name);
  const [field = ''] = (await openLink(url, secret)).headers.getSetCookie();
  const cookie = field.split(';', 1)[0] ?? '';
  const phone: StaffPhone = {
    id,
    secret,
    cookie,
    open: (headers = {}) => fetch(`${url}/staff`, { headers: { Cookie: cookie, ...headers } }),
    send: (fields, headers = { 'Sec-Fetch-Site': 'same-origin' }) =>
      fetch(`${url}/staff`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { Cookie: cookie, ...headers },
        redirect: 'manual',
      }),
    async change(fields) {
      const { status, headers } = await phone.send(fields);
      if (status !== 303 || headers.get('location') !== 'staff?saved')
        throw new Error(`not changed: ${status}`);
    },
    text: async () => (await (await phone.open()).text()).replace(/<style>.*<\/style>/s, ''),
  };
  return phone;
}
