import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { encodeFolder } from './encoded.ts';

const TEXT = 'body { color: teal }\n'.repeat(100);

it('encodes texts of a kilobyte and more, and takes over what an earlier folder has, if it decodes to the same', async () => {
  const root = mkdtempSync(join(tmpdir(), 'encoded-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const put = (path: string, content: string | Buffer) => writeFileSync(join(root, path), content);
  for (const folder of ['new', 'old']) mkdirSync(join(root, folder));
  for (const name of ['style.css', 'same.css', 'photo.png']) put(`new/${name}`, TEXT);
  put('new/small.css', 'body {}');
  // As another version of zlib would.
  const other = brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  put('old/same.css.br', other);
  put('old/style.css.br', 'no Brotli');
  put('old/style.css.gz', gzipSync(`${TEXT} `));
  await encodeFolder(join(root, 'new'), join(root, 'old'));

  const encoded = readdirSync(join(root, 'new')).filter((name) => /\.(br|gz)$/.test(name));
  expect(encoded.toSorted()).toEqual(['same.css.br', 'same.css.gz', 'style.css.br', 'style.css.gz']);
  expect(readFileSync(join(root, 'new/same.css.br')).equals(other)).toBe(true);
  for (const name of encoded) {
    const content = readFileSync(join(root, 'new', name));
    expect(String(name.endsWith('br') ? brotliDecompressSync(content) : gunzipSync(content))).toBe(TEXT);
  }
});
