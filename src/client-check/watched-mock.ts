import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import cors from 'cors';
import { imageAt } from '../../mocks/data/photos.ts';
import { scenarioBuilder } from '../../mocks/data/scenario-data.ts';
import type { FormDocument } from '../../mocks/form-document.ts';
import { handle, type SentResponse, sent } from '../../mocks/http/handle.ts';
import { errorResponse, problem } from '../../mocks/http/problems.ts';
import type { Negotiate } from '../../mocks/http/respond.ts';
import { CORS } from '../../mocks/http/serve.ts';
import { OWN_CHOICES } from '../../mocks/variety.ts';
import type { Scene } from './scenes.ts';
import type { Clock } from './session.ts';
import { linksOf, NOTHING, type Recording, type SeenRequest, targetOf } from './session.ts';

const ZONE = 'America/Los_Angeles';
/** How long a failure takes, in milliseconds: what arrives meanwhile was sent before the client could know of it. */
const FAILURE_TAKES = 50;
/** Requests of a scene that are recorded: somewhat more than the quota of a day, which a rule counts. */
const RECORDED = 1100;

/** The parts of a mock that all scenes share. */
export interface MockParts {
  readonly negotiate: Negotiate;
  readonly document: FormDocument;
}

/** A mock that plays scenes, and records the requests of a client. A second server, of another origin, has the photos and foreign pages. */
export class WatchedMock {
  readonly #parts: MockParts;
  readonly #clock: Clock;
  #servers: readonly Server[] = [];
  #otherPort = 0;
  #scene: Scene | null = null;
  #recording: { requests: SeenRequest[]; sent: number } = { requests: [], sent: 0 };
  #build = scenarioBuilder(ZONE);
  #began = 0;
  #count = 0;
  readonly #secret = randomBytes(16);
  /** The mock's cursors by those that the client sees, which tell it nothing. */
  readonly #cursors = new Map<string, string>();
  /** The targets of all links that the client has seen. */
  readonly #links = new Set<string>();

  private constructor(parts: MockParts, clock: Clock) {
    this.#parts = parts;
    this.#clock = clock;
  }

  /** Starts it, and returns it with the base URL of its API. */
  static async start(parts: MockParts, host: string, port: number, clock: Clock) {
    const mock = new WatchedMock(parts, clock);
    const api = await listen((request, response) => mock.#respond(request, response, 'api'), host, port);
    const other = await listen((request, response) => mock.#respond(request, response, 'elsewhere'), host, 0);
    mock.#servers = [api, other];
    mock.#otherPort = portOf(other);
    return { mock, url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(api)}` };
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Starts a scene; returns its recording, which grows. */
  play(scene: Scene): Recording {
    this.#scene = scene;
    this.#recording = { requests: [], sent: 0 };
    this.#build = scenarioBuilder(scene.frozen?.timeZone ?? ZONE, { ...OWN_CHOICES, ...scene.variety });
    this.#began = this.#clock.now();
    return this.#recording;
  }

  async #respond(request: IncomingMessage, response: ServerResponse, to: 'api' | 'elsewhere'): Promise<void> {
    const scene = this.#scene;
    const recording = this.#recording;
    const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
    const url = URL.parse(request.url ?? '/', origin);
    if (scene === null || url === null) return void response.writeHead(404).end();
    const at = this.#clock.now() - this.#began;
    const endpoint = this.#endpointOf(url);
    const cursor = this.#cursorIn(url);
    const failure = to === 'api' ? this.#failureFor(scene, recording.requests, url) : null;
    if (failure !== null) await this.#clock.sleep(FAILURE_TAKES);
    const given = failure ?? (await this.#given(scene, request, url, to));
    const { status, headers, content } = withEntityTag(given, request.headers['if-none-match']);
    if (status === 0) response.destroy();
    else response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : content);
    this.#count += 1;
    const seen: SeenRequest = {
      number: this.#count,
      at,
      answeredAt: this.#clock.now() - this.#began,
      method: request.method ?? '',
      to: to === 'elsewhere' && url.pathname.startsWith('/photos/') ? 'photos' : to,
      url,
      headers: request.headers,
      endpoint,
      cursor,
      response: { status, headers: lowerCase(headers), body: content, bytes: Buffer.byteLength(content) },
    };
    for (const link of Object.values(linksOf(seen))) if (link !== null) this.#links.add(targetOf(link));
    recording.sent += 1;
    if (recording.requests.length < RECORDED) recording.requests.push(seen);
  }

  #endpointOf({ pathname }: URL): string | null {
    const path = pathname.replace(/\/$/, '');
    const found = this.#parts.document.endpoints.some((endpoint) => endpoint.path === path);
    return found ? path.replace('/api/v1/', '') : null;
  }

  #cursorIn(url: URL): SeenRequest['cursor'] {
    const cursor = url.searchParams.get('cursor');
    if (cursor === null || cursor === '' || NOTHING.test(cursor)) return null;
    if (this.#links.has(targetOf(url))) return 'linked';
    return this.#cursors.has(cursor) ? 'reused' : 'unknown';
  }

  #failureFor({ failure }: Scene, requests: readonly SeenRequest[], url: URL): SentResponse | null {
    if (failure === undefined || !url.pathname.startsWith('/api/')) return null;
    const before = requests.filter((one) => targetOf(one.url) === targetOf(url)).length;
    if (before >= (failure.times ?? Number.POSITIVE_INFINITY)) return null;
    const { status, retryAfter } = failure;
    if (status === 0) return { status, headers: {}, content: '' };
    if (status === 307)
      return { status, headers: { Location: this.#atOtherOrigin(url) + url.pathname }, content: '' };
    const given = sent(errorResponse(status, problem(status, `The scene sends ${status}.`)));
    const headers = {
      ...given.headers,
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Token' } : {}),
    };
    return { ...given, headers };
  }

  async #given(
    scene: Scene,
    request: IncomingMessage,
    url: URL,
    to: 'api' | 'elsewhere',
  ): Promise<SentResponse> {
    if (to === 'elsewhere') return elsewhere(scene, url);
    const inner = new URL(url);
    const cursor = url.searchParams.get('cursor');
    if (cursor !== null) inner.searchParams.set('cursor', this.#cursors.get(cursor) ?? cursor);
    const { now } = scene.frozen ?? {};
    const mock = {
      ...this.#parts,
      scenario: scene.scenario ?? 'rush',
      delay: 0,
      build: this.#build,
      clock: () => (now === undefined ? Temporal.Now.instant() : Temporal.Instant.from(now)),
    };
    const given = sent(
      await handle(mock, {
        method: request.method ?? '',
        url: inner,
        baseUrl: url.origin,
        prefer: undefined,
        authorization: request.headers.authorization,
      }),
    );
    const other = this.#atOtherOrigin(url);
    const content = given.content
      .replaceAll(`${url.origin}/photos/`, `${other}/photos/`)
      .replaceAll(/(?<=[?&]cursor=)[\w-]+/g, (inner) => encodeURIComponent(this.#opaque(inner)))
      .replaceAll(`"next":"${url.origin}`, `"next":"${scene.hasForeignNext === true ? other : url.origin}`);
    return {
      ...given,
      headers: { ...given.headers, 'Content-Length': String(Buffer.byteLength(content)) },
      content,
    };
  }

  #atOtherOrigin({ protocol, hostname }: URL): string {
    return `${protocol}//${hostname}:${this.#otherPort}`;
  }

  /** A cursor that means nothing to the client, with characters that a URL has to escape. */
  #opaque(inner: string): string {
    const cursor = `${createHmac('sha256', this.#secret).update(inner).digest('base64').slice(0, 12)}+/=`;
    this.#cursors.set(cursor, inner);
    return cursor;
  }
}

async function listen(
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  host: string,
  port: number,
): Promise<Server> {
  const crossOrigin = cors<IncomingMessage>(CORS);
  const server = createServer((request, response) =>
    crossOrigin(request, response, () => {
      respond(request, response).catch((error: unknown) => {
        console.error('The mock failed:', error);
        response.destroy();
      });
    }),
  );
  await once(server.listen(port, host), 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** The other origin has photos and, for whoever follows a foreign `next` or a redirect, an empty page. */
function elsewhere({ variety }: Scene, { pathname }: URL): SentResponse {
  const image = variety?.hasPhotos === false ? null : imageAt(pathname);
  if (image !== null) return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, content: image };
  if (!pathname.startsWith('/api/')) return { status: 404, headers: {}, content: '' };
  const content = JSON.stringify({ next: null, previous: null, results: [] });
  return { status: 200, headers: { 'Content-Type': 'application/json' }, content };
}

/** A success with its entity tag, or 304 if the client has it. */
function withEntityTag(given: SentResponse, known = ''): SentResponse {
  if (given.status !== 200) return given;
  const tag = `"${createHash('sha256').update(given.content).digest('base64url').slice(0, 16)}"`;
  const headers = { ...given.headers, ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (!known.includes(tag)) return { ...given, headers };
  return { status: 304, headers: { ETag: tag, 'Cache-Control': 'private, no-cache' }, content: '' };
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
