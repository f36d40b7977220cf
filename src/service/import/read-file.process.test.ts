import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BadLineError } from './errors.ts';
import { type ReadOptions, readReports } from './read-file.ts';
import { temporaryFile } from './temporary-file.fixture.ts';

const file = temporaryFile();

const HEADER = 'timestamp,bucket,has_photo';
const LINE = '2016-10-20T12:30:00-07:00,6-10,False';
const JSON_LINE = '{"created_at":"2016-10-20T12:30:00-07:00","bucket":"6-10"}';

describe('readReports', () => {
  it.each([
    ['CSV', `${HEADER}\n${LINE}\n${LINE}\n`, [2, 3]],
    ['CSV with CRLF', `${HEADER}\r\n${LINE}\r\n${LINE}\r\n`, [2, 3]],
    ['CSV whose last line has no ending', `${HEADER}\n${LINE}\n${LINE}`, [2, 3]],
    ['CSV after a byte order mark', `\uFEFF${HEADER}\r\n${LINE}\r\n`, [2]],
    ['CSV with blank lines', `\n${HEADER}\n\n${LINE}\n\r\n\n${LINE}\n\n`, [4, 7]],
    ['CSV with a header only', `${HEADER}\n`, []],
    ['NDJSON', `${JSON_LINE}\n${JSON_LINE}\n`, [1, 2]],
    ['NDJSON after a byte order mark, with CRLF', `\uFEFF${JSON_LINE}\r\n\r\n${JSON_LINE}\r\n`, [1, 3]],
  ])('reads %s, plain or gzip, whatever its name', async (_, content, lines) => {
    for (const bytes of [Buffer.from(content), gzipSync(content)]) {
      expect((await read(await file(bytes))).map((report) => report.line)).toEqual(lines);
    }
  });

  it('reads gzip of several parts as one', async () => {
    const path = await file(
      Buffer.concat([gzipSync(`${HEADER}\n${LINE}\n2016-10`), gzipSync(LINE.slice(7))]),
    );
    expect(await read(path)).toHaveLength(2);
  });

  it('reads far more than a batch, in order, with characters and lines across chunks', async () => {
    const count = 20_000;
    const content = Array.from({ length: count }, (_, n) =>
      JSON.stringify({ ...JSON.parse(JSON_LINE), id: n + 1, photo: { caption: '☀'.repeat(n % 7) } }),
    ).join('\n');
    const path = await file(content);
    const batches = await Array.fromAsync(readReports(path));
    expect(batches.length).toBeGreaterThan(10);
    const reports = batches.flat();
    expect(reports.map((report) => report.id)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(reports.every((report, n) => report.photo?.caption === '☀'.repeat(n % 7))).toBe(true);
  });

  it('throws the first bad line, with its number and text', async () => {
    const path = await file(`${HEADER}\n${LINE}\nnonsense\n${LINE}\nmore,nonsense,True\n`);
    await expect(read(path)).rejects.toMatchObject({
      name: 'BadLineError',
      line: 3,
      raw: 'nonsense',
      message: `${path}, line 3: expected 3 fields, found 1`,
    });
  });

  it('passes bad lines to `onBadLine` and leaves them out', async () => {
    const path = await file(`${HEADER}\r\n${LINE}\r\nnonsense\r\n${LINE}\r\nmore,nonsense,True\r\n`);
    const bad: BadLineError[] = [];
    const reports = await read(path, { onBadLine: (error) => bad.push(error) });
    expect(reports.map((report) => report.line)).toEqual([2, 4]);
    expect(bad.map(({ line, raw }) => [line, raw])).toEqual([
      [3, 'nonsense'],
      [5, 'more,nonsense,True'],
    ]);
  });

  const gzipped = gzipSync(`${HEADER}\n${Array.from({ length: 999 }, (_, n) => `${LINE}${n}`).join('\n')}`);
  it.each([
    ['an empty file', '', /is empty/],
    ['an empty gzip file', gzipSync(''), /is empty/],
    ['a file of blank lines', '\n\r\n\n', /is empty/],
    ['a byte order mark alone', '\uFEFF', /is empty/],
    ['another header', 'time,people\n1,2\n', /line 1: the header "time,people" must be timestamp,bucket/],
    ['a JSON array', '[]\n', /line 1: the header "\[\]" must be/],
    [
      'text in another encoding',
      Buffer.from([...Buffer.from(`${HEADER}\n`), 0xe9, 0x0a]),
      /not UTF-8 text near line 1; save it as UTF-8/,
    ],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'), /not UTF-8 text/],
    ['a line that never ends', `{"a":"${'x'.repeat(1_100_000)}`, /line 1 of more than 1000000 characters/],
    ['a truncated gzip file', gzipped.subarray(0, -20), /truncated/],
    ['a gzip file truncated at its beginning', gzipped.subarray(0, 2), /truncated/],
    ['a damaged gzip file', Buffer.from(gzipped).fill(0xff, 20, 40), /damaged gzip/],
  ])('rejects %s and names the file', async (_, content, reason) => {
    const path = await file(content);
    const error = await read(path, { onBadLine: () => undefined }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ImportError', message: expect.stringMatching(reason) });
    expect(String(error)).toContain(path);
  });

  it('rejects a missing file and a folder', async () => {
    const path = await file('');
    await rm(path);
    await expect(read(path)).rejects.toThrow(`${path} does not exist`);
    await expect(read(tmpdir())).rejects.toThrow(`${tmpdir()} is a folder`);
  });

  it('closes the file when its reader stops early', async () => {
    const path = await file(gzipSync(`${HEADER}\n${`${LINE}\n`.repeat(100_000)}`));
    const before = await openFiles();
    for await (const batch of readReports(path)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(await openFiles()).toBe(before);
  });

  it.each([
    ['plain', Buffer.from(`${HEADER}\n${LINE}\n`)],
    ['gzip', gzipSync(`${HEADER}\n${LINE}\n`)],
  ])('reads standard input, %s', async (_, content) => {
    const module = new URL('./read-file.ts', import.meta.url).href;
    const script = `
      import { readReports } from ${JSON.stringify(module)};
      console.log((await Array.fromAsync(readReports('-'))).flat().length);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    child.stdin.end(content);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([output, errors]).toEqual(['1\n', '']);
  });
});

async function read(path: string, options?: ReadOptions) {
  return (await Array.fromAsync(readReports(path, options))).flat();
}

/** How many files this process has open, on systems that show it. */
async function openFiles(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}
