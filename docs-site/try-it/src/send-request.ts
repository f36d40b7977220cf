/** How long a response may take, in milliseconds. */
const TIMEOUT = 30_000;

/** Why there is no response that the page may show, in words for the user. */
export class NoResponse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoResponse';
  }
}

/**
 * Sends a GET request to a deployment, with a key if there is one. Throws `NoResponse` if the page gets no response, or must not read it.
 * Sends no header that would need more of CORS than the key does.
 */
export async function sendRequest(baseUrl: string, target: string, key: string | null): Promise<Response> {
  try {
    return await fetch(`${baseUrl}${target}`, {
      headers: key === null ? {} : { Authorization: `Token ${key}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A redirect could send the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
      cache: key === null ? 'no-cache' : 'default',
    });
  } catch (error) {
    // A slow deployment may well let the page read its responses.
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
    const isReached = navigator.onLine && !isSlow && (await isReachable(baseUrl));
    throw new NoResponse(whyNot(baseUrl, isReached));
  }
}

function whyNot(baseUrl: string, isReached: boolean): string {
  if (!navigator.onLine)
    return 'You are offline. Send it again when the network is back. The mock in this page needs no network.';
  if (location.protocol === 'https:' && isPlainAndRemote(baseUrl))
    return `An https page cannot send requests to ${baseUrl}, which is plain http. Use an https address.`;
  return isReached
    ? `${baseUrl} responds, but does not let this page read the response. Its operator must allow cross-origin requests (CORS) with the Authorization header, without redirects.`
    : `No response from ${baseUrl}. Check the address, and check that the service is running.`;
}

function isPlainAndRemote(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether anything responds at the address, to a request without the key whose response the page cannot read. */
function isReachable(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/v1/status`, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(10_000),
  }).then(
    () => true,
    () => false,
  );
}

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
