import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeFolder, staleEncodings } from './encoded.ts';

const TEXT = 'body { color: teal }\n'.repeat(100);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encoded-'));
  put('style.css', TEXT);
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
const encode = () => encodeFolder(folder, folder);

it('encodes texts of a kilobyte and more, and nothing else', async () => {
  put('small.css', 'body {}');
  put('photo.png', TEXT);
  await encode();
  expect(readdirSync(folder).toSorted()).toEqual([
    'photo.png',
    'small.css',
    'style.css',
    'style.css.br',
    'style.css.gz',
  ]);
  expect(await staleEncodings(folder)).toEqual([]);
});

it('keeps what another version of zlib encoded, as long as it decodes to the file', async () => {
  const other = brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  put('style.css.br', other);
  await encode();
  expect(readFileSync(join(folder, 'style.css.br')).equals(other)).toBe(true);
  expect(await staleEncodings(folder)).toEqual([]);
});

it('finds what is missing, decodes to something else, is broken or has no file, and encoding mends the first three', async () => {
  await encode();
  put('style.css', `${TEXT} `);
  put('broken.js', TEXT);
  put('broken.js.br', 'no Brotli');
  put('gone.html.gz', gzipSync(TEXT));
  expect((await staleEncodings(folder)).toSorted()).toEqual([
    'broken.js.br',
    'broken.js.gz',
    'gone.html.gz',
    'style.css.br',
    'style.css.gz',
  ]);
  await encode();
  expect(await staleEncodings(folder)).toEqual(['gone.html.gz']);
});
