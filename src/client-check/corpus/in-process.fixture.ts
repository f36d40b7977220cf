import type { Client, Clock } from '../session.ts';
import { movedClock } from './moved-clock.fixture.ts';

/** The address and the key of a client in this process. */
export interface Given {
  readonly url: string;
  readonly key: string;
  readonly form: 1 | 2;
  readonly sleep: Clock['sleep'];
}

/** A client in this process, and its clock: what the client throws is its crash. */
export function inProcess(
  form: 1 | 2,
  name: string,
  act: (given: Given) => Promise<unknown>,
): { readonly form: 1 | 2; readonly client: Client; readonly clock: Clock } {
  const clock = movedClock();
  const client: Client = {
    name,
    async run(url, key) {
      try {
        await act({ url, key, form, sleep: clock.sleep });
        return { kind: 'exited', text: 'exit code 0' };
      } catch (error) {
        return { kind: 'crashed', text: `exit code 1: ${error}` };
      }
    },
  };
  return { form, client, clock };
}

export function authorization({ key }: Given): { readonly Authorization: string } {
  return { Authorization: `Token ${key}` };
}

/** Requests a path or a URL with the key, and reads the JSON of a success; null after an error, which a client reports. */
// biome-ignore lint/suspicious/noExplicitAny: clients in JavaScript have no types
export async function get(given: Given, path: string, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(new URL(path, given.url), {
    headers: { ...authorization(given), ...headers },
  });
  return response.ok ? await response.json() : null;
}

/** A client with one mistake, as people make it. */
export interface BrokenClient {
  /** The only rule that it breaks. */
  readonly breaks: string;
  /** Its mistake, as a verb phrase. */
  readonly about: string;
  readonly act: (given: Given) => Promise<unknown>;
}

/** The photos of the first page of Form 1, or of the highlights. */
export async function photos(given: Given): Promise<readonly string[]> {
  if (given.form === 2) {
    const { highlights } = (await get(given, '/api/v1/highlights')) ?? { highlights: [] };
    return highlights.map(({ photo }: { photo: { thumbnail_url: string } }) => photo.thumbnail_url);
  }
  const { results } = (await get(given, `/api/v1/reports?limit=200`)) ?? { results: [] };
  return results.flatMap(({ photo_url }: { photo_url: string | null }) => photo_url ?? []).slice(0, 3);
}
