import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

/** How a static file is encoded, by the ending that the encoded file has beside it. Brotli's highest level takes twice as long for 2 %. */
const CODINGS = {
  br: {
    encode: (content: Buffer) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 10,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    decode: promisify<Buffer, Buffer>(brotliDecompress),
  },
  gz: {
    encode: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    decode: promisify<Buffer, Buffer>(gunzip),
  },
} as const;

const COMPRESSIBLE: ReadonlySet<string> = new Set(
  ['html', 'js', 'css', 'svg', 'json', 'yaml', 'md', 'xml', 'txt'].map((ending) => `.${ending}`),
);
/** Below, the headers of a response outweigh what encoding saves. In bytes. */
const LEAST = 1024;
/** Files that a deployment sends with its own address in it. */
const WRITTEN_AT_RUN_TIME = /(^|[/\\])openapi[/\\]form-[12]\.(json|md|yaml)$|[/\\]assets[/\\]deployment\.js$/;

/**
 * Writes an encoded file, such as `page.html.br`, beside each file of a folder that is worth it. Takes over what decodes to the same
 * content from an earlier folder, because the highest level takes seconds, and other versions of zlib encode the same text to other bytes.
 */
export async function encodeFolder(folder: string, earlier: string): Promise<void> {
  const files: Promise<void>[] = [];
  for await (const file of glob('**/*', { cwd: folder })) {
    if (!COMPRESSIBLE.has(extname(file)) || WRITTEN_AT_RUN_TIME.test(file)) continue;
    const { size } = await stat(join(folder, file));
    if (size >= LEAST) files.push(encodeFile(join(folder, file), join(earlier, file)));
  }
  await Promise.all(files);
}

async function encodeFile(file: string, earlier: string): Promise<void> {
  const content = await readFile(file);
  for (const [ending, { encode, decode }] of Object.entries(CODINGS)) {
    const old = await readFile(`${earlier}.${ending}`).catch(() => null);
    const decoded = old === null ? null : await decode(old).catch(() => null);
    const isSame = old !== null && decoded?.equals(content) === true;
    await writeFile(`${file}.${ending}`, isSame ? old : await encode(content));
  }
}
