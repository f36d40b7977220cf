import { scenarioBuilder } from '../../../mocks/data/scenario-data.ts';
import type { SentResponse } from '../../../mocks/http/handle.ts';
import { MOCK_URL, pageMock } from '../../../mocks/page-mock.ts';
import { formOf, preferOf, type ShownRequest } from './request.ts';

const MISSING =
  'The mock needs Temporal, which this browser does not have, and assets/temporal.js, which has it, could not be loaded.';

/** Loads `Temporal` in a browser that does not have it yet, such as Safari. Throws a RangeError if it cannot be loaded. */
export async function ensureTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return;
  const script = document.createElement('script');
  script.src = 'assets/temporal.js';
  await new Promise((resolve) => {
    script.onload = script.onerror = resolve;
    document.head.append(script);
  });
  script.remove();
  if (!('Temporal' in globalThis)) throw new RangeError(MISSING);
}

/** The time that a request names, or the time of this browser to the second. Throws a `RangeError` if it is invalid. */
export function timeOf({ now, 'time-zone': timeZone }: ShownRequest['options']): Temporal.ZonedDateTime {
  const zone = zoneOf(timeZone);
  if (now === '') {
    return Temporal.Now.zonedDateTimeISO(zone).round({ smallestUnit: 'second', roundingMode: 'floor' });
  }
  try {
    return Temporal.Instant.from(now).toZonedDateTimeISO(zone);
  } catch {
    throw new RangeError(
      `“${now}” is not a valid time. Use a time with an offset, such as 2026-11-20T12:30:00-08:00.`,
    );
  }
}

function zoneOf(text: string): string {
  if (text === '') return Temporal.Now.timeZoneId();
  try {
    return Temporal.Now.zonedDateTimeISO(text).timeZoneId;
  } catch {
    throw new RangeError(`“${text}” is not a time zone. Use a name such as America/Los_Angeles or UTC.`);
  }
}

/** Asks the mock in this page. */
export function askMock(
  request: ShownRequest,
  target: string,
  time: Temporal.ZonedDateTime,
): Promise<SentResponse> {
  const respond = pageMock(formOf(request), {
    build: scenarioBuilder(time.timeZoneId),
    clock: () => time.toInstant(),
  });
  return respond({
    method: 'GET',
    url: new URL(target, MOCK_URL),
    baseUrl: MOCK_URL,
    prefer: preferOf(request),
    authorization: request.options.key === '' ? 'Token any' : undefined,
  });
}
