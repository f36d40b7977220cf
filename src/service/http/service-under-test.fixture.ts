import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { startService } from '../../cli/composition/service.ts';
import { SETTINGS, type Settings } from '../../cli/settings/settings.ts';
import { OPERATION_PATHS as form1 } from '../contract/form-1.operations.generated.ts';
import { OPERATION_PATHS as form2 } from '../contract/form-2.operations.generated.ts';
import { type Micros, microsOf } from '../domain/micros.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../keys/api-key.ts';
import { type DatabaseAddress, openStore } from '../store/open-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import type { NewReport, Store } from '../store/store.ts';
import type { Documentation } from './app-options.ts';
import { FRIDAY_LUNCH, TIMETABLE } from './sample-data.fixture.ts';

/** The endpoints of each form, as they follow `/api/v1/`. */
export const ENDPOINTS = { 1: endpointsOf(form1), 2: endpointsOf(form2) } as const;
export const OWNER = 'ada@example.edu';
export const NO_DOCUMENTATION: Documentation = { folder: '/nowhere', isBeingBuilt: () => false };

/** What a test sets; everything else is the sample data's lunch counter on a Friday at 12:35. */
export interface Given {
  readonly form?: 1 | 2;
  readonly now?: string;
  readonly reports?: readonly NewReport[];
  readonly quota?: number;
  /** Another service's database, to share. */
  readonly file?: string;
  /** Another database than a new SQLite file. */
  readonly database?: DatabaseAddress;
  readonly settings?: Partial<Settings>;
  readonly logger?: Logger;
  readonly documentation?: Documentation;
}

export type Running = Awaited<ReturnType<typeof start>>;

function endpointsOf(paths: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(paths).map((path) => path.slice('/api/v1/'.length));
}

export function at(text: string): Micros {
  return microsOf(Temporal.Instant.from(text));
}

/** Starts services for the tests of a file, on their own databases and ports, and stops them after the tests. */
export function services(): (given?: Given) => Promise<Running> {
  const file = temporaryFiles();
  const running: Running[] = [];
  afterAll(() => Promise.all(running.map((service) => service.close())));
  return async (given = {}) => {
    const service = await start(given, given.file ?? file('service.sqlite'));
    running.push(service);
    return service;
  };
}

/** One service for all tests of a `describe`, started before them. */
export function shared(start: (given?: Given) => Promise<Running>, given: Given = {}): () => Running {
  let service: Running | undefined;
  beforeAll(async () => {
    service = await start(given);
  });
  return () => service as Running;
}

/** The program's defaults, with the sample data's venue. */
export const DEFAULTS: Settings = {
  ...(Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]),
  ) as unknown as Settings),
  form: 2,
  port: 0,
  timeZone: 'America/Los_Angeles',
  hours: TIMETABLE,
  contact: 'the kitchen',
  logLevel: 'silent',
  drainSeconds: 1,
};

async function start(given: Given, file: string) {
  const address = given.database ?? ({ engine: 'sqlite', file } as const);
  const clock = { now: at(given.now ?? FRIDAY_LUNCH) };
  const own = await openStore(address, { create: true });
  const store = await openStore(address, { create: false });
  if (given.reports !== undefined) await store.addReports([given.reports]);
  const { key, id } = await issueKey(store, given.quota);
  const settings: Settings = { ...DEFAULTS, form: given.form ?? 2, database: address, ...given.settings };
  const service = await startService(settings, own, {
    clock: () => clock.now,
    logger: given.logger ?? pino({ level: 'silent' }),
    documentation: given.documentation ?? NO_DOCUMENTATION,
  });
  await service.warmedUp;
  const authorized = { Authorization: `Token ${key}` };
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}/api/v1/${path}`, { headers: { ...authorized, ...headers } });
  const ok = async (path: string) => {
    const response = await get(path);
    if (response.status === 200) return response;
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  let closing: Promise<void> | null = null;
  return {
    url: service.url,
    /** Where it listens, whatever its public URL is. */
    origin: `http://${service.address}`,
    metricsUrl: service.metricsUrl,
    key,
    keyId: id,
    /** The header fields of a request with the key. */
    authorized,
    file,
    /** Another handle on the service's database, as another process has one. */
    store,
    /** The service's clock; tests set it. */
    clock,
    /** GET with the key; `path` follows `/api/v1/`. */
    get,
    /** The JSON of a GET whose status must be 200. */
    json: async <Body>(path: string) => (await ok(path)).json() as Promise<Body>,
    /** The text of a GET whose status must be 200. */
    text: async (path: string) => (await ok(path)).text(),
    close(): Promise<void> {
      closing ??= service.close().then(() => store.close());
      return closing;
    },
  };
}

/** A logger that keeps its lines, as texts and parsed. */
export function keptLog(level: 'info' | 'trace' = 'info') {
  const lines: string[] = [];
  const logger = pino({ level }, { write: (line: string) => void lines.push(line) });
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line)) };
}

export async function issueKey(
  store: Store,
  quota = 1_000_000,
  email = OWNER,
): Promise<{ key: string; id: number }> {
  const key = newApiKey();
  const { id } = await store.issueKey({
    hash: hashApiKey(key),
    prefix: apiKeyPrefix(key),
    email,
    createdAt: at(FRIDAY_LUNCH),
    quota,
  });
  return { key, id };
}

/** A request without what `fetch` adds or forbids: any Host, any method, no decoding. */
export function rawRequest(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: string;
    readonly body?: string;
  } = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, path, body } = options;
    const request = httpRequest(url, {
      method,
      headers,
      agent: false,
      ...(path === undefined ? {} : { path }),
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.end(body);
  });
}
