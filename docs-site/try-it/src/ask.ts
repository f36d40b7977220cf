import { scenarioBuilder } from '../../../mocks/data/scenario-data.ts';
import { MOCK_URL, pageMock } from '../../../mocks/page/page-mock.ts';
import { preferOf } from './commands.ts';
import type { ShownRequest } from './request-address.ts';
import { NoResponse, type ReadText, readText, sendRequest } from './send-request.ts';

/** A response as the page shows it. */
export interface ShownResponse extends ReadText {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
}

/** A time on the mock's clock, in its time zone. */
export interface MockTime {
  readonly instant: Temporal.Instant;
  readonly timeZone: string;
}

/** How much of a body the page reads. A longer text would make it slow. */
const MAX_BYTES = 2_000_000;
/** HTTP/2 sends no reasons, so the page has its own. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The time that a request to the mock names, or the time of this browser to the second. Throws a `RangeError` if it is invalid. */
export function mockTimeOf({ now, timeZone }: ShownRequest): MockTime {
  const here = Temporal.Now.zonedDateTimeISO(zoneOf(timeZone));
  return {
    instant:
      now === '' ? here.round({ smallestUnit: 'second', roundingMode: 'floor' }).toInstant() : instantOf(now),
    timeZone: here.timeZoneId,
  };
}

/** Asks the mock in this page. */
export async function askMock(request: ShownRequest, target: string, time: MockTime): Promise<ShownResponse> {
  const begin = performance.now();
  const respond = pageMock(request.form, {
    build: scenarioBuilder(time.timeZone),
    clock: () => time.instant,
  });
  const { status, headers, content } = await respond({
    method: 'GET',
    url: new URL(target, MOCK_URL),
    baseUrl: MOCK_URL,
    prefer: preferOf(request),
    authorization: request.hasKey ? 'Token any' : undefined,
  });
  const milliseconds = performance.now() - begin;
  const reason = REASONS[status] ?? '';
  return { status, reason, headers: Object.entries(headers), content, isCut: false, milliseconds };
}

/** Asks a deployment. Throws `NoResponse` without a response that the page may read. */
export async function askDeployment(
  baseUrl: string,
  target: string,
  key: string | null,
): Promise<ShownResponse> {
  const begin = performance.now();
  const response = await sendRequest(baseUrl, target, key);
  const read = await readText(response, MAX_BYTES).catch(() => {
    throw new NoResponse(`The response of ${baseUrl} was interrupted.`);
  });
  return {
    status: response.status,
    reason: response.statusText || (REASONS[response.status] ?? ''),
    headers: [...response.headers],
    ...read,
    milliseconds: performance.now() - begin,
  };
}

function zoneOf(text: string): string {
  if (text === '') return Temporal.Now.timeZoneId();
  try {
    return Temporal.Now.zonedDateTimeISO(text).timeZoneId;
  } catch {
    throw new RangeError(`“${text}” is not a time zone. Use a name such as America/Los_Angeles or UTC.`);
  }
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new RangeError(
      `“${text}” is not a valid time. Use a time with an offset, such as 2026-11-20T12:30:00-08:00.`,
    );
  }
}
