import { glob, readdir, readFile, stat, writeFile } from 'node:fs/promises';
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
type Coding = keyof typeof CODINGS;
const ALL = Object.keys(CODINGS) as readonly Coding[];

const COMPRESSIBLE: ReadonlySet<string> = new Set(
  ['html', 'js', 'css', 'svg', 'json', 'yaml', 'md', 'xml', 'txt'].map((ending) => `.${ending}`),
);
/** Below, the headers of a response outweigh what encoding saves. In bytes. */
const LEAST = 1024;
/** What a deployment sends with its own address in it. */
const WRITTEN_AT_RUN_TIME = /(^|[/\\])openapi[/\\]form-[12]\.(json|md|yaml)$|[/\\]assets[/\\]deployment\.js$/;

/** Whether a file has encoded files beside it. */
function isEncoded(file: string, bytes: number): boolean {
  return bytes >= LEAST && COMPRESSIBLE.has(extname(file)) && !WRITTEN_AT_RUN_TIME.test(file);
}

/**
 * Writes an encoded file, such as `page.html.br`, beside each file of a folder that is worth it. Takes over what decodes to the same
 * content, from this folder or from an earlier one, because the highest level takes seconds.
 */
export async function encodeFolder(folder: string, earlier: string): Promise<void> {
  const files: Promise<void>[] = [];
  for await (const file of glob('**/*', { cwd: folder })) {
    const { size } = await stat(join(folder, file));
    if (isEncoded(file, size)) files.push(encodeFile(join(folder, file), join(earlier, file)));
  }
  await Promise.all(files);
}

async function encodeFile(file: string, earlier: string): Promise<void> {
  const content = await readFile(file);
  for (const coding of ALL) {
    if (await decodesTo(content, `${file}.${coding}`)) continue;
    const old = `${earlier}.${coding}`;
    const encoded = (await decodesTo(content, old))
      ? await readFile(old)
      : await CODINGS[coding].encode(content);
    await writeFile(`${file}.${coding}`, encoded);
  }
}

/** The encoded files that a folder lacks, those that decode to something else than the file beside them, and those without one. */
export async function staleEncodings(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder);
  const stale: string[] = [];
  for (const file of files) {
    const coding = ALL.find((ending) => file.endsWith(`.${ending}`));
    if (coding !== undefined) {
      if (!files.includes(file.slice(0, -coding.length - 1))) stale.push(file);
      continue;
    }
    const content = await readFile(join(folder, file));
    if (!isEncoded(file, content.length)) continue;
    for (const ending of ALL) {
      if (!(await decodesTo(content, join(folder, `${file}.${ending}`)))) stale.push(`${file}.${ending}`);
    }
  }
  return stale;
}

/** Compares what a file decodes to, since other versions of zlib encode the same text to other bytes. */
async function decodesTo(content: Buffer, file: string): Promise<boolean> {
  const { decode } = CODINGS[extname(file).slice(1) as Coding];
  try {
    return content.equals(await decode(await readFile(file)));
  } catch {
    return false;
  }
}
