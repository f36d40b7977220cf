/** Opens a file or standard input as a stream of uncompressed bytes. */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ImportError } from './errors.ts';

/** `bytesRead` counts the bytes of the source, compressed or not; `totalBytes` is null if the size is unknown. */
export type OnProgress = (bytesRead: number, totalBytes: number | null) => void;

/**
 * The bytes of a file, or of standard input if `path` is `-`; gzip is recognised by its first two bytes and
 * decompressed. Always closes the file when reading ends. Throws `ImportError`, which names the source.
 */
export async function* openSource(
  path: string,
  onProgress?: OnProgress,
): AsyncGenerator<Uint8Array, void, void> {
  if (path === '-') {
    yield* decompressed('standard input', counted(process.stdin, null, onProgress));
    return;
  }
  const file = await openFile(path);
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new ImportError(`${path} is a folder, not a file`);
    const bytes = file.createReadStream({ autoClose: false, highWaterMark: 1 << 16 });
    yield* decompressed(path, counted(bytes, stats.isFile() ? stats.size : null, onProgress));
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ImportError(missing ? `${path} does not exist` : `${path} cannot be read`, { cause: error });
  }
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  total: number | null,
  onProgress: OnProgress | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    onProgress?.(read, total);
    yield chunk;
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
