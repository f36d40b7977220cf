import { retryAfterOf } from '../quota.ts';
import { isStatus, type Status } from '../responses.ts';

/** How long a response may take, in milliseconds. */
const TIMEOUT = 20_000;

/** Why there is no status. */
export class NoStatus extends Error {
  /** Seconds that the service asks to wait; null if it does not. */
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null, cause?: unknown) {
    super(message, { cause });
    this.name = 'NoStatus';
    this.retryAfter = retryAfter;
  }
}

/** Requests the status of the service that this page is from. Throws `NoStatus`. */
export async function readStatus(url: string): Promise<Status> {
  const controller = new AbortController();
  // `AbortSignal.timeout` is missing in browsers that screens in halls still have.
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    const response = await fetch(url, { signal: controller.signal, cache: 'no-cache', credentials: 'omit' });
    if (!response.ok) {
      throw new NoStatus(`status ${response.status}`, retryAfterOf(response.headers, Date.now()));
    }
    const body: unknown = await response.json();
    if (isStatus(body)) return body;
    throw new NoStatus('not a status', null);
  } catch (error) {
    throw error instanceof NoStatus ? error : new NoStatus('no response', null, error);
  } finally {
    clearTimeout(timer);
  }
}
