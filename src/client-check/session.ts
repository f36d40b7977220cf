import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Endpoint } from '../../conformance/contract/operations.ts';
import type { HttpResponse } from '../../conformance/requests/exchange.ts';
import type { Scene } from './scenes.ts';

/** The time of a check. In tests, one moves when a client sleeps. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

export const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};

/** A request of the client, with its response. */
export interface SeenRequest {
  /** From 1, over all runs. */
  readonly number: number;
  /** When it arrived and when the response was sent, in milliseconds since the run began. */
  readonly at: number;
  readonly answeredAt: number;
  readonly method: string;
  /** The API, the host of photos, or the host that the scenes `foreign-next` and `redirect` lead to. */
  readonly to: 'api' | 'photos' | 'elsewhere';
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** The operation that its path names; null if none does. */
  readonly endpoint: Endpoint | null;
  /** How its cursor was obtained; null without one. `reused`: from a link, but with other parameters than the link has. */
  readonly cursor: 'linked' | 'reused' | 'unknown' | null;
  /** Status 0 if the scene ended the connection without one. */
  readonly response: HttpResponse;
}

/** How the client's run ended. `running`: it was stopped at the end of the scene. `unwatched`: nothing looked at it. */
export interface Ending {
  readonly kind: 'exited' | 'crashed' | 'running' | 'unwatched';
  /** For readers, such as the exit code and the last line that it printed. */
  readonly text: string;
}

/** The sender of the requests. */
export interface Client {
  readonly name: string;
  /** True if it has a key of its own: then the first one that it sends is the right one. */
  readonly hasKey?: boolean;
  /** Runs it once; rejects if it cannot be started. */
  run(url: string, key: string): Promise<Ending>;
}

/** The requests of a scene. */
export interface Recording {
  /** The first ones, in the order of their responses. */
  readonly requests: readonly SeenRequest[];
  /** How many there were. */
  readonly sent: number;
}

/** The client in one scene. */
export interface ClientRun extends Recording {
  readonly scene: Scene;
  readonly milliseconds: number;
  readonly ending: Ending;
}

/** The facts that rules use besides a run. */
export interface Context {
  readonly key: string;
  /** The shortest time between two requests of a client that polls, in milliseconds. */
  readonly interval: number;
}

/** The page size of a request that names none. */
const LIMIT = '8';

/** The path and the query of a URL, whatever the order of the parameters, and whether or not a cursor has the default page size. */
export function targetOf({ pathname, searchParams }: URL): string {
  const given = [...searchParams].filter(([name, value]) => name !== 'limit' || value !== LIMIT);
  const parameters = given.map(([name, value]) => `${name}=${value}`).toSorted();
  return `${pathname}?${parameters.join('&')}`;
}

/** The `next` and `previous` of a page of the feed; null where there is none. */
export function linksOf({ endpoint, response }: Pick<SeenRequest, 'endpoint' | 'response'>): {
  readonly next: URL | null;
  readonly previous: URL | null;
} {
  if (endpoint !== 'reports' || response.status !== 200) return { next: null, previous: null };
  const { next, previous } = JSON.parse(response.body) as Readonly<
    Record<'next' | 'previous', string | null>
  >;
  return { next: URL.parse(next ?? ''), previous: URL.parse(previous ?? '') };
}

/** Texts that a client sends for a cursor if it does not look whether there is a next page. */
export const NOTHING = /^(null|none|undefined|nil|nan|false)$/i;
