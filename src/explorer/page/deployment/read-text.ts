/** The text of a body, and whether the body is longer than that. */
export interface ReadText {
  readonly content: string;
  readonly isCut: boolean;
}

/** Reads a body up to a number of bytes, and leaves the rest unread: somebody else's deployment may send without end. */
export async function readText(response: Response, maxBytes: number): Promise<ReadText> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let content = '';
  let left = maxBytes;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return { content: content + decoder.decode(), isCut: false };
    content += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
    if (left >= 0) continue;
    await reader?.cancel();
    return { content, isCut: true };
  }
}
