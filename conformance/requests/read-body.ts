/** Reads a body up to `limit` decoded bytes, as UTF-8; gives up beyond, so that no answer can fill the memory. */
export async function readBody(
  response: Response,
  limit: number,
  abort: AbortController,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      if (bytes > limit) {
        abort.abort();
        throw new Error(`the body is larger than ${Math.round(limit / 1_048_576)} MB`);
      }
      chunks.push(chunk);
    }
  }
  // ignoreBOM keeps a byte order mark in the text, where the CSV reader may see it
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks)), bytes };
}
