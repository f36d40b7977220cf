/** The last line of a backup: the SHA-256 of everything before it. SQLite ignores what follows its last page. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { BackupError } from '../errors.ts';

const LINE = /^headcount backup sha256 ([0-9a-f]{64})\n$/;
/** In bytes. */
const LINE_LENGTH = 89;

/** Appends the line to a file. */
export async function appendChecksum(file: string): Promise<void> {
  await appendFile(file, `headcount backup sha256 ${await sha256(file)}\n`);
}

/** Returns the length of the file without the line. Throws `BackupError` if the file is incomplete or was changed. */
export async function verifyChecksum(file: string): Promise<number> {
  const { line, length } = await lastLine(file);
  const expected = LINE.exec(line)?.[1];
  if (expected === undefined) {
    throw new BackupError(`${file} is not a backup, or only a part of one: its last line is not a checksum`);
  }
  if ((await sha256(file, length)) !== expected) {
    throw new BackupError(`${file} is damaged: its content doesn't match its checksum`);
  }
  return length;
}

async function lastLine(file: string): Promise<{ readonly line: string; readonly length: number }> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const length = Math.max(0, size - LINE_LENGTH);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LINE_LENGTH), 0, LINE_LENGTH, length);
  return { line: buffer.toString('latin1', 0, bytesRead), length };
}

async function sha256(file: string, length = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256');
  if (length > 0) {
    for await (const chunk of createReadStream(file, { end: length - 1, highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer);
    }
  }
  return hash.digest('hex');
}
