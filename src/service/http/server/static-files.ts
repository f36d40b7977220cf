import { readFileSync, type Stats, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { type CachedResponse, negotiateCoding } from './content.ts';
import { splitTarget } from './request-record.ts';
import { sendCached } from './send.ts';

/** The most bytes of the files of a folder in memory: more than twice what the documentation has, in all codings. */
const MAX_BYTES = 32 << 20;

/** Codings of the files that the build writes beside a file, by the ending of their names; the best first. */
const ENCODED = { br: '.br', gzip: '.gz' } as const;
const CODINGS = Object.keys(ENCODED) as readonly (keyof typeof ENCODED)[];

/** A file in memory. All responses share its buffers. */
interface StaticFile {
  readonly body: Buffer;
  /** Weak, since all codings share it. */
  readonly etag: string;
  readonly modified: number;
  readonly encoded: { readonly [Coding in keyof typeof ENCODED]?: Buffer };
}

/**
 * The files of a folder, each read once and again after it has changed. Their ETags also have the program's version, because
 * images and packages give all files one fixed time, and a changed file may keep its size.
 */
export class StaticFolder {
  readonly #folder: string;
  readonly #version: string;
  /** Bounded, because a file system that ignores case finds one file under many paths. */
  readonly #files = new LRUCache<string, StaticFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, encoded }, path) =>
      Object.values(encoded).reduce((sum, { length }) => sum + length, body.length + path.length + 500),
  });

  constructor(folder: string) {
    this.#folder = folder;
    const program = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
    this.#version = JSON.parse(program).version;
  }

  /** The file of a path with `/` between names; null if there is none. */
  get(path: string): StaticFile | null {
    if (path.split('/').some(isHidden)) return null;
    const name = join(this.#folder, path);
    const found = statOf(name);
    if (found === null || found.isDirectory()) return null;
    const etag = `W/"${this.#version}-${found.size}-${Math.trunc(found.mtimeMs)}"`;
    const cached = this.#files.get(path);
    if (cached?.etag === etag) return cached;
    const encoded = encodedBeside(name, found.mtimeMs);
    const file = { body: readFileSync(name), etag, modified: found.mtimeMs, encoded };
    this.#files.set(path, file);
    return file;
  }
}

/** Names that begin with a dot, and what could lead out of the folder; empty ones, which would spell a path in another way; and the encoded files. */
function isHidden(name: string): boolean {
  return name === '' || name.startsWith('.') || /[\\:\0]|\.(br|gz)$/.test(name);
}

function statOf(name: string): Stats | null {
  try {
    return statSync(name);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return null;
    throw error;
  }
}

/** Reads the encoded files of the build. One that is older than its file is left from an earlier build. */
function encodedBeside(name: string, modified: number): StaticFile['encoded'] {
  const found = CODINGS.map((coding) => {
    const beside = `${name}${ENCODED[coding]}`;
    const stat = statOf(beside);
    return stat === null || stat.mtimeMs < modified ? [] : [[coding, readFileSync(beside)] as const];
  });
  return Object.fromEntries(found.flat());
}

/**
 * Serves the files of a folder, which browsers revalidate each time. Ranges and preconditions are ignored, as everywhere. `setHeaders`
 * gets the start of a page, and '' for other files. `redirect`: the address of a folder with an index leads to the one with a slash.
 */
export function staticFiles(
  files: StaticFolder,
  setHeaders: (response: ServerResponse, page: string) => void = () => undefined,
  { redirect } = { redirect: false },
): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = decodeURIComponent(request.path).slice(1);
    const isFolder = path === '' || path.endsWith('/');
    const name = isFolder ? `${path}index.html` : path;
    const file = files.get(name);
    if (file !== null) {
      setHeaders(response, name.endsWith('.html') ? startOf(file) : '');
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Last-Modified', new Date(file.modified).toUTCString());
      response.type(name.slice(name.lastIndexOf('.') + 1));
      sendCached(request, response, ['Vary', 'Accept-Encoding'], representation(request, file));
    } else if (redirect && !isFolder && files.get(`${path}/index.html`) !== null) {
      response.redirect(301, withSlash(request));
    } else next();
  };
}

/** Relative, so that it also works behind a proxy that strips a path prefix. */
function withSlash({ originalUrl }: Request): string {
  const [path, query] = splitTarget(originalUrl);
  return `./${path.slice(path.lastIndexOf('/') + 1)}/${query === '' ? '' : `?${query}`}`;
}

/** The bytes at the start of a page that contain its policy. */
const PAGE_START = 2048;

export function startOf({ body }: StaticFile): string {
  return body.toString('latin1', 0, PAGE_START);
}

function representation(request: IncomingMessage, { body, etag, encoded }: StaticFile): CachedResponse {
  const available = CODINGS.filter((name) => encoded[name] !== undefined);
  const coding = negotiateCoding(request, available);
  const sent = (coding === null ? undefined : encoded[coding]) ?? body;
  const fields = ['Content-Length', String(sent.length)];
  return { etag, fields: coding === null ? fields : ['Content-Encoding', coding, ...fields], body: sent };
}
