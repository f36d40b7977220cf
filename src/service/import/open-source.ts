/** Opens a file or standard input as a stream of uncompressed bytes. */
import { closeSync, constants, openSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { ImportError } from './errors.ts';

/**
 * The bytes of a file, or of standard input if `path` is `-`; gzip is recognized by its first two bytes and
 * decompressed. Always closes the file when reading ends. Throws `ImportError`, which names the source.
 */
export async function* openSource(path: string): AsyncGenerator<Uint8Array, void, void> {
  if (path === '-') {
    yield* decompressed('standard input', readable('standard input', process.stdin));
    return;
  }
  await using file = await openFile(path);
  const bytes = file.createReadStream({ autoClose: false, highWaterMark: 1 << 16 });
  yield* decompressed(path, readable(path, bytes));
}

/** Opens a file that can be read; throws `ImportError` otherwise. */
async function openFile(path: string): Promise<FileHandle> {
  const stats = await stat(path).catch((error: unknown) => unreadable(path, error));
  if (stats.isDirectory()) throw new ImportError(`${path} is a folder, not a file`);
  const opening = open(path);
  if (stats.isFIFO()) await waitForWriter(path, opening);
  return opening.catch((error: unknown) => unreadable(path, error));
}

function unreadable(name: string, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`;
  throw new ImportError(`${name} ${reason}`, { cause: error });
}

/** How long to wait until a program opens a FIFO for writing, in milliseconds. It may then write as slowly as it likes. */
const WRITER_TIMEOUT = 5_000;

async function waitForWriter(path: string, opening: Promise<FileHandle>): Promise<void> {
  const waiting = new AbortController();
  const opened = opening.then(
    () => true,
    () => true,
  );
  const late = delay(WRITER_TIMEOUT, false, { signal: waiting.signal }).catch(() => false);
  const hasWriter = await Promise.race([opened, late]);
  waiting.abort();
  if (hasWriter) return;
  // Ends the attempt to open it, which would keep the process alive.
  closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  await (await opening).close();
  throw new ImportError(`${path} is a FIFO that no program writes to (waited ${WRITER_TIMEOUT / 1000} s)`);
}

async function* readable(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* bytes;
  } catch (error) {
    // Devices and other special files can be opened, but not read.
    const isReadError = error instanceof Error && 'syscall' in error && error.syscall === 'read';
    throw isReadError ? new ImportError(`${name} cannot be read: ${error.message}`, { cause: error }) : error;
  }
}

async function* decompressed(
  name: string,
  bytes: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  let head = new Uint8Array();
  while (head.length < 2) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  if (head.length === 0) throw new ImportError(`${name} is empty`);
  const all = followed(head, bytes);
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzipped(name, all) : all;
}

async function* followed(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  yield head;
  yield* rest;
}

async function* gunzipped(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const gunzip = createGunzip();
  // If it fails, `gunzip` throws the same error below.
  const feeding = pipeline(Readable.from(bytes), gunzip).catch(() => undefined);
  try {
    yield* gunzip;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') {
      throw new ImportError(`${name} is a truncated gzip file`, { cause: error });
    }
    if (typeof code === 'string' && code.startsWith('Z_')) {
      throw new ImportError(`${name} is a damaged gzip file`, { cause: error });
    }
    throw error;
  } finally {
    // Until then, the file is still being read.
    await feeding;
  }
}
