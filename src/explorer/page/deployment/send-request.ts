import { networkFailure } from './failure.ts';

/** How long a response may take, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Sends a GET request to a deployment, with a key if there is one. Throws `Failure` if the page gets no response, or must not read it.
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
    });
  } catch (error) {
    // A slow deployment may well let the page read its responses.
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
    throw networkFailure(baseUrl, {
      online: navigator.onLine,
      secure: location.protocol === 'https:',
      reached: navigator.onLine && !isSlow && (await isReachable(baseUrl)),
    });
  }
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
