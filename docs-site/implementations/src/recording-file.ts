/** The text of a recording, which may be compressed with gzip. */
export async function textOf(response: Response): Promise<string> {
  if (!response.ok) throw new Error(`the recording could not be loaded: status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A server may have decompressed it on the way
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed) return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return await new Response(stream).text();
}
