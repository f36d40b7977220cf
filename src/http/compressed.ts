import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';

/** The content codings that the service sends. */
export type Coding = 'br' | 'gzip' | 'deflate';

/** The bytes of an answer in a coding, as `compression` would write them, but whole. */
export function compressed(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body);
  if (coding === 'deflate') return promisify(deflate)(body);
  // What `compression` takes by default: the standard quality, 11, is slow.
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
