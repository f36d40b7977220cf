/** A hash in the form that the driver takes. */
export function bytesOf(hash: Uint8Array): Buffer {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength);
}
